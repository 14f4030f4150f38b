import { countText, plural } from "../../format/number.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { severities } from "../../ui/severity.tsx";
import type { AlarmKind } from "./alarm-kinds.ts";
import { AttentionItem } from "./attention-item.tsx";

export function AlarmItem({ kind }: { readonly kind: AlarmKind }) {
  const { severity, name, message, raised_at } = kind.newest;
  const { Icon, look, word } = severities[severity];
  return (
    <AttentionItem
      to="/alarms"
      search={{ severity, state: "unacknowledged" }}
      icon={<Icon size={16} />}
      look={look}
      title={`${name}${whereText(kind)}`}
    >
      {word}, raised <RelativeTime at={raised_at} />
      {message === "" ? "" : ` · ${message}`}
    </AttentionItem>
  );
}

function whereText({ newest: { device }, devices, isPartial }: AlarmKind): string {
  if (devices > 1) return ` on ${isPartial ? `${countText(devices)}+ devices` : plural(devices, "device")}`;
  if (device === null) return "";
  return ` on ${device.name}${isPartial ? " and possibly others" : ""}`;
}
