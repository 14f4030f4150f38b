import { alarmTitle } from "../../app/alarms/alarm-words.ts";
import { messageText } from "../../format/message-text.ts";
import { countText, plural } from "../../format/number.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { severities } from "../../ui/severity.tsx";
import type { AlarmKind } from "./alarm-kinds.ts";
import { AttentionItem } from "./attention-item.tsx";

export function AlarmItem({ kind }: { readonly kind: AlarmKind }) {
  const { severity, message, raised_at } = kind.newest;
  const { Icon, look, word } = severities[severity];
  const text = messageText(message);
  return (
    <AttentionItem
      to="/alarms"
      search={{ severity, state: "unacknowledged" }}
      icon={<Icon size={16} />}
      look={look}
      title={titleOf(kind)}
    >
      {word}, raised <RelativeTime at={raised_at} />
      {text === "" ? "" : ` · ${text}`}
    </AttentionItem>
  );
}

/** "Too warm on Freezer 7", "Freezer 7 is silent", "3 devices are silent". */
function titleOf({ newest, devices, isPartial }: AlarmKind): string {
  const isSilence = newest.cause === "silence";
  if (devices === 1) {
    const others = isPartial ? " and possibly others" : "";
    if (isSilence) return `${alarmTitle(newest)}${others}`;
    return newest.device === null ? newest.name : `${newest.name} on ${newest.device.name}${others}`;
  }
  const several = isPartial ? `${countText(devices)}+ devices` : plural(devices, "device");
  return isSilence ? `${several} are silent` : `${newest.name} on ${several}`;
}
