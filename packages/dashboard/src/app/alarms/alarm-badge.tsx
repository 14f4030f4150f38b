import type { Severity } from "@weir/protocol/closed-sets";
import { countText } from "../../format/number.ts";
import { cx } from "../../ui/class-names.ts";
import { shortCount, useOpenAlarms } from "./open-alarms.ts";

const looks: Record<Severity, string> = {
  critical: "bg-bad text-surface",
  warning: "bg-warn text-surface",
  info: "bg-info text-surface",
};

/** The number of unacknowledged alarms, in the colour of the most severe. Shows nothing if there are none. */
export function AlarmBadge({ className }: { readonly className?: string }) {
  const { count, severity } = useOpenAlarms();
  if (severity === null) return null;
  return (
    <>
      <span
        aria-hidden
        className={cx(
          "inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full px-1 text-[11px] leading-none font-semibold tabular-nums",
          looks[severity],
          className,
        )}
      >
        {shortCount(count)}
      </span>
      <span className="sr-only">{countText(count)} unacknowledged</span>
    </>
  );
}
