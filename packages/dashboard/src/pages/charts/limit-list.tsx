import { Link } from "@tanstack/react-router";
import { valueText } from "../../format/number.ts";
import type { LimitLine } from "./limit-line.ts";
import type { PlotLimit } from "./plot-line.ts";

const colours = { critical: "--bad", warning: "--warn", info: "--info" } as const;

export function plotLimit({ unit, value, name, side, severity }: LimitLine): PlotLimit {
  return { unit, value, name, side, colour: colours[severity] };
}

const listMax = 6;

/** The drawn limits in words. Some of them may lie outside the axis. */
export function LimitList({ limits }: { readonly limits: readonly LimitLine[] }) {
  if (limits.length === 0) return null;
  return (
    <ul
      aria-label="Alert rule limits"
      className="flex flex-wrap gap-x-4 gap-y-1 px-4 pb-2 text-xs text-muted"
    >
      {limits.slice(0, listMax).map(({ key, name, side, value, unit, severity, notifiesNobody }) => (
        <li key={key} className="flex min-w-0 items-center gap-1.5">
          <span
            aria-hidden
            className="w-4 shrink-0 border-t-2 border-dashed"
            style={{ borderColor: `var(${colours[severity]})` }}
          />
          <Link to="/alarms/rules" className="truncate hover:underline">
            {name}: {side} {valueText(value)} {unit}
          </Link>
          {notifiesNobody && <span className="shrink-0 text-warn">notifies nobody</span>}
        </li>
      ))}
      {limits.length > listMax && <li>and {limits.length - listMax} more</li>}
    </ul>
  );
}
