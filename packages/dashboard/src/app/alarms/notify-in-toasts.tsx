import { type Severity, severitiesByGravity } from "@weir/protocol/closed-sets";
import { BellRing } from "lucide-react";
import { messageText } from "../../format/message-text.ts";
import { severities } from "../../ui/severity.tsx";
import { closeToast, toastWithLink } from "../../ui/toast.tsx";
import {
  type Alarm,
  addressOf,
  apartMax,
  type NewAlarms,
  newAlarmsText,
  openAlarmsAddress,
  placeText,
  severitiesText,
} from "./alarm-words.ts";

/** Long enough to notice and read a toast while doing something else. */
const shownMs = 12_000;
const foldedId = "alarms";

/** The alarms that toasts on the screen are about. */
const shown = new Map<number, Alarm>();
/** Whether all alarms are combined in one toast. */
let isFolded = false;
let hasMore = false;

/** Announces new alarms in the corner of the page. `go` opens an address without reloading the page. */
export function notifyInToasts(news: NewAlarms, go: (address: string) => void): void {
  for (const alarm of news.alarms) shown.set(alarm.id, alarm);
  if (!isFolded && !news.hasMore && shown.size <= apartMax) {
    for (const alarm of news.alarms.toReversed()) showOne(alarm, go);
    return;
  }
  hasMore ||= news.hasMore;
  if (!isFolded) fold();
  showFolded(go);
}

function showOne(alarm: Alarm, go: (address: string) => void): void {
  const { id, severity, name, message } = alarm;
  const { word } = severities[severity];
  toastWithLink({
    id: oneId(id),
    icon: <SeverityIcon severity={severity} />,
    title: (
      <>
        <span className="sr-only">New alarm, {word.toLowerCase()}: </span>
        <span className="font-semibold">{name}</span>
        <span className={`ml-2 text-xs font-medium ${severities[severity].look}`} aria-hidden>
          {word}
        </span>
      </>
    ),
    description: (
      <>
        <span className="block text-text">{placeText(alarm)}</span>
        {messageText(message)}
      </>
    ),
    link: { label: "View alarm", href: addressOf(alarm), onFollow: () => go(addressOf(alarm)) },
    timeoutMs: shownMs,
    onClose: () => {
      if (!isFolded) shown.delete(id);
    },
  });
}

/** Removes the toasts of single alarms, because one toast now replaces them. */
function fold(): void {
  isFolded = true;
  for (const id of shown.keys()) closeToast(oneId(id));
}

function showFolded(go: (address: string) => void): void {
  const alarms = [...shown.values()];
  const worst = severitiesByGravity.find((severity) => alarms.some((alarm) => alarm.severity === severity));
  toastWithLink({
    id: foldedId,
    icon: worst === undefined ? <BellRing size={16} aria-hidden /> : <SeverityIcon severity={worst} />,
    title: <span className="font-semibold">{newAlarmsText({ alarms, hasMore })}</span>,
    description: severitiesText(alarms),
    link: { label: "View alarms", href: openAlarmsAddress, onFollow: () => go(openAlarmsAddress) },
    timeoutMs: shownMs,
    onClose: () => {
      shown.clear();
      isFolded = false;
      hasMore = false;
    },
  });
}

function SeverityIcon({ severity }: { readonly severity: Severity }) {
  const { Icon, look } = severities[severity];
  return <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${look}`} />;
}

function oneId(id: number): string {
  return `alarm ${id}`;
}
