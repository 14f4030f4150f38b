import { Link } from "@tanstack/react-router";
import type { Severity } from "@weir/protocol/closed-sets";
import { BellOff } from "lucide-react";
import type { CallAnswer } from "../api/route-types.ts";
import { countText, plural } from "../format/number.ts";
import { cx } from "./class-names.ts";
import { severities } from "./severity.tsx";

export type AlarmCount = CallAnswer<"listDeviceAlarms">["items"][number];

const looks: Record<Severity, string> = {
  critical: "bg-bad-soft text-bad",
  warning: "bg-warn-soft text-warn",
  info: "bg-info-soft text-info",
};

/**
 * A link with the number of active alarms of a device, in the colour of the most severe. Muted once all are
 * acknowledged.
 */
export function AlarmMarker({
  alarms: { device, active, unacknowledged, severity },
  hasWords = false,
}: {
  readonly alarms: AlarmCount;
  /** Whether there is room for more than the number. */
  readonly hasWords?: boolean;
}) {
  const { Icon, word } = severities[severity];
  const isSeen = unacknowledged === 0;
  const state = isSeen
    ? "acknowledged"
    : unacknowledged === active
      ? "not acknowledged"
      : `${countText(unacknowledged)} not acknowledged`;
  const text = `${plural(active, "alarm")}, ${active > 1 ? "at most " : ""}${word.toLowerCase()}, ${state}`;
  return (
    <Link
      to="/alarms"
      search={{ device }}
      title={text}
      className={cx(
        "inline-flex h-6 shrink-0 items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap tabular-nums hover:underline",
        isSeen ? "bg-sunken text-muted" : looks[severity],
      )}
    >
      {isSeen ? <BellOff size={13} aria-hidden /> : <Icon size={13} aria-hidden />}
      <span aria-hidden>{hasWords ? plural(active, "alarm") : countText(active)}</span>
      <span className="sr-only">{text}</span>
    </Link>
  );
}
