import { messageText } from "../../format/message-text.ts";
import { severities } from "../../ui/severity.tsx";
import {
  addressOf,
  apartMax,
  type NewAlarms,
  newAlarmsText,
  openAlarmsAddress,
  placeText,
  severitiesText,
} from "./alarm-words.ts";

/** Shows system notifications of new alarms. A click on one opens the alarm. */
export function notify(news: NewAlarms, account: string | null, go: (address: string) => void): void {
  const { alarms, hasMore } = news;
  if (alarms.length > apartMax || hasMore) {
    const body = lines(severitiesText(alarms), account);
    show(newAlarmsText(news), { body, tag: "weir-alarms" }, () => go(openAlarmsAddress));
    return;
  }
  for (const alarm of alarms.toReversed()) {
    const { id, severity, name, message } = alarm;
    const body = lines(placeText(alarm), messageText(message), account);
    show(`${severities[severity].word}: ${name}`, { body, tag: `weir-alarm-${id}` }, () =>
      go(addressOf(alarm)),
    );
  }
}

function show(title: string, options: NotificationOptions, onClick: () => void): void {
  const notification = new Notification(title, options);
  notification.onclick = () => {
    window.focus();
    notification.close();
    onClick();
  };
}

function lines(...texts: readonly (string | null)[]): string {
  return texts.filter((text) => text !== null && text !== "").join("\n");
}
