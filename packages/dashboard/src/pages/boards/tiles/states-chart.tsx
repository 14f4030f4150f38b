import { percentText } from "../../../format/number.ts";
import { shortTime } from "../../../format/time.ts";
import { useTimeSettings } from "../../../ui/use-time-settings.ts";
import type { PlotLine } from "../../charts/plot-line.ts";
import { lengthMs, type Span } from "../../charts/span.ts";
import { stateName } from "../../charts/state-names.ts";
import { shareOn, stateStretches } from "../../charts/state-stretches.ts";

/** For values other than 0 and 1: not 0 is on. */
const onOff = ["Off", "On"] as const;

/** When sensors were on or off: one bar for each sensor, filled while its value is not 0. */
export function StatesChart({ lines, span }: { readonly lines: readonly PlotLine[]; readonly span: Span }) {
  useTimeSettings();
  return (
    <div className="flex h-full min-h-0 flex-col justify-between gap-2 overflow-y-auto px-3 pb-2">
      <ul className="flex flex-col gap-2">
        {lines.map(({ key, name, colour, curve, widthMs, states = onOff }) => {
          const stretches = stateStretches(curve, widthMs, span);
          const isOn = stretches.at(-1)?.isOn;
          const share = percentText(shareOn(stretches));
          const on = stateName(states, 1).toLocaleLowerCase();
          return (
            <li key={key} className="flex flex-col gap-1">
              <div className="flex justify-between gap-3 text-xs">
                <span className="truncate text-muted">{name}</span>
                <span className="whitespace-nowrap">
                  <span className="font-semibold">
                    {isOn === undefined ? "No data" : stateName(states, Number(isOn))}
                  </span>
                  {stretches.length > 0 && (
                    <span className="text-muted">
                      {" "}
                      · {on} {share} of the time
                    </span>
                  )}
                </span>
              </div>
              <svg
                role="img"
                aria-label={`${name}: ${on} ${share} of the time`}
                viewBox="0 0 1000 20"
                preserveAspectRatio="none"
                className="h-5 w-full rounded-sm bg-sunken"
              >
                {stretches.map((stretch) => (
                  <rect
                    key={stretch.fromMs}
                    x={((stretch.fromMs - span.fromMs) / lengthMs(span)) * 1000}
                    y={stretch.isOn ? 0 : 16}
                    width={((stretch.toMs - stretch.fromMs) / lengthMs(span)) * 1000}
                    height={stretch.isOn ? 20 : 4}
                    fill={stretch.isOn ? `var(${colour})` : "var(--line-strong)"}
                  />
                ))}
              </svg>
            </li>
          );
        })}
      </ul>
      <div className="flex justify-between text-xs text-muted">
        <span>{shortTime(span.fromMs)}</span>
        <span>{shortTime(span.toMs)}</span>
      </div>
    </div>
  );
}
