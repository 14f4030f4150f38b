import { Link } from "@tanstack/react-router";
import { BellOff } from "lucide-react";
import type { CallAnswer } from "../api/route-types.ts";
import { countText, plural } from "../format/number.ts";
import { cx } from "./class-names.ts";
import { severities } from "./severity.tsx";

export type AlarmCount = CallAnswer<"listDeviceAlarms">["items"][number];

/** How many active alarms a device has and how grave they are, with the way to them. Muted once all are acknowledged. */
export function AlarmMarker({
  alarms: { device, active, unacknowledged, severity },
  className,
}: {
  readonly alarms: AlarmCount;
  readonly className?: string;
}) {
  const { Icon, look, word } = severities[severity];
  const isSeen = unacknowledged === 0;
  const state = isSeen
    ? "acknowledged"
    : unacknowledged === active
      ? "not acknowledged"
      : `${countText(unacknowledged)} not acknowledged`;
  return (
    <Link
      to="/alarms"
      search={{ device } as never}
      title={`${plural(active, "active alarm")}, ${active === 1 ? word.toLowerCase() : `highest severity ${word.toLowerCase()}`}, ${state}`}
      className={cx(
        "inline-flex shrink-0 items-center gap-1 whitespace-nowrap hover:underline",
        isSeen ? "text-muted" : cx(look, "font-medium"),
        className,
      )}
    >
      {isSeen ? <BellOff size={12} aria-hidden /> : <Icon size={12} aria-hidden />}
      {plural(active, "alarm")}
      <span className="sr-only">
        , {word.toLowerCase()}, {state}
      </span>
    </Link>
  );
}
