import { percentText } from "../../../format/number.ts";
import { shortTime } from "../../../format/time.ts";
import { useTimeSettings } from "../../../ui/use-time-settings.ts";
import { type PlotLine, restColour, stateColour } from "../../charts/plot-line.ts";
import { lengthMs, type Span } from "../../charts/span.ts";
import { type States, stateText, usualStates } from "../../charts/state-names.ts";
import { shareOf, stateStretches } from "../../charts/state-stretches.ts";

/** When sensors had which state: one bar for each sensor, filled while it is not in its first state. */
export function StatesChart({ lines, span }: { readonly lines: readonly PlotLine[]; readonly span: Span }) {
  useTimeSettings();
  return (
    <div className="flex h-full min-h-0 flex-col justify-between gap-2 overflow-y-auto px-3 pb-2">
      <ul className="flex flex-col gap-2">
        {lines.map((line) => (
          <StateBar key={line.key} line={line} span={span} />
        ))}
      </ul>
      <div className="flex justify-between text-xs text-muted">
        <span>{shortTime(span.fromMs)}</span>
        <span>{shortTime(span.toMs)}</span>
      </div>
    </div>
  );
}

function StateBar({ line, span }: { readonly line: PlotLine; readonly span: Span }) {
  const { name, widthMs, states = usualStates } = line;
  const stretches = stateStretches(
    line.states === undefined ? asSwitch(line.curve) : line.curve,
    widthMs,
    span,
  );
  const now = stretches.at(-1)?.value;
  // Of two states, the second is what people ask for: open, on.
  const told = (states[1] ?? states[0]!).value;
  const share = `${stateText(states, told).toLocaleLowerCase()} ${percentText(shareOf(stretches, told))} of the time`;
  return (
    <li className="flex flex-col gap-1">
      <div className="flex justify-between gap-3 text-xs">
        <span className="truncate text-muted">{name}</span>
        <span className="whitespace-nowrap">
          <span className="font-semibold">{now === undefined ? "No data" : stateText(states, now)}</span>
          {stretches.length > 0 && states.length <= 2 && <span className="text-muted"> · {share}</span>}
        </span>
      </div>
      <svg
        role="img"
        aria-label={`${name}: ${share}`}
        viewBox="0 0 1000 20"
        preserveAspectRatio="none"
        className="h-5 w-full rounded-sm bg-sunken"
      >
        {stretches.map(({ fromMs, toMs, value }) => {
          const colour = stateColour({ ...line, states }, value);
          const isRest = colour === restColour;
          return (
            <rect
              key={fromMs}
              x={((fromMs - span.fromMs) / lengthMs(span)) * 1000}
              y={isRest ? 16 : 0}
              width={((toMs - fromMs) / lengthMs(span)) * 1000}
              height={isRest ? 4 : 20}
              fill={`var(${colour})`}
            />
          );
        })}
      </svg>
      {states.length > 2 && <Shares line={{ ...line, states }} stretches={stretches} />}
    </li>
  );
}

/** What the colours of a bar with more than two states mean. */
function Shares({
  line,
  stretches,
}: {
  readonly line: PlotLine & { readonly states: States };
  readonly stretches: ReturnType<typeof stateStretches>;
}) {
  return (
    <ul className="flex flex-wrap gap-x-3 text-xs text-muted">
      {line.states.map(({ value, name }) => (
        <li key={value} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className="size-2 shrink-0 rounded-full"
            style={{ background: `var(${stateColour(line, value)})` }}
          />
          {name} {percentText(shareOf(stretches, value))}
        </li>
      ))}
    </ul>
  );
}

/** Of a sensor without states, every value but 0 is on. */
function asSwitch(curve: PlotLine["curve"]): PlotLine["curve"] {
  return { ...curve, last: curve.last.map((value) => (value === 0 ? 0 : 1)) };
}
