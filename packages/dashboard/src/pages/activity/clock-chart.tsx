import { type PointerEvent, useState } from "react";
import { clockTime, exactTime, shortTime } from "../../format/time.ts";
import { type ClockPoint, clockText, offsetText, rightWithinMs } from "./clock-words.ts";

const width = 600;
const height = 120;
const margin = 8;
/** Smaller differences do not fill the full height. */
const leastSpanMs = 5000;
/** Ranges shorter than this show their ends to the second. */
const longMs = 3_600_000;

/** Draws how far the clock was ahead (up) or behind (down), in order of arrival. The line is the server's time. */
export function ClockChart({
  points,
  marked,
}: {
  readonly points: readonly ClockPoint[];
  readonly marked?: string;
}) {
  const [pointed, setPointed] = useState<number | null>(null);
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const scale = scaleOf(points);
  const { x, y } = scale;
  const dot = (place: number) => `M${x(place).toFixed(1)} ${y(points[place]!.aheadMs).toFixed(1)}h0`;
  const markedPlace = points.findIndex(({ id }) => id === marked);
  const endText = last.atMs - first.atMs < longMs ? clockTime : shortTime;
  const shown = points[pointed ?? markedPlace] ?? last;
  const follow = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect();
    setPointed(scale.placeAt(((clientX - box.left) / box.width) * width));
  };
  return (
    <figure className="flex flex-col gap-1">
      <div className="flex gap-2">
        <Axis {...scale} />
        <svg
          role="img"
          aria-label={`Offset of the device’s clock over ${points.length} requests, most recently ${clockText(last.aheadMs)}`}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="h-30 min-w-0 flex-1 rounded-sm border border-line bg-surface"
          onPointerMove={follow}
          onPointerLeave={() => setPointed(null)}
        >
          <path
            d={`M0 ${y(rightWithinMs)}H${width}V${y(-rightWithinMs)}H0Z`}
            fill="var(--line)"
            fillOpacity="0.6"
          />
          <Line d={`M0 ${y(0)}H${width}`} colour="--line-strong" thickness={1} />
          <Line
            d={points
              .map(({ aheadMs }, place) => `${place === 0 ? "M" : "L"}${x(place)} ${y(aheadMs)}`)
              .join("")}
            colour="--accent"
            thickness={1.5}
          />
          {/* Lines of zero length with round ends are dots, and keep their shape while the drawing is stretched. */}
          <Line d={points.map((_, place) => dot(place)).join("")} colour="--accent" thickness={4} />
          {markedPlace >= 0 && <Line d={dot(markedPlace)} colour="--text" thickness={9} />}
          {pointed !== null && <Line d={`M${x(pointed)} 0V${height}`} colour="--faint" thickness={1} />}
          {pointed !== null && <Line d={dot(pointed)} colour="--accent" thickness={9} />}
        </svg>
      </div>
      <div className="flex justify-between gap-2 pl-22 text-xs whitespace-nowrap text-muted">
        <span>{endText(first.atMs)}</span>
        {points.length > 1 && <span>{endText(last.atMs)}</span>}
      </div>
      <figcaption className="pl-22 text-xs">
        <span className="text-muted">{exactTime(shown.atMs)}:</span> {clockText(shown.aheadMs)}
        {shown.id === marked && <span className="text-muted"> ● this request</span>}
      </figcaption>
    </figure>
  );
}

interface Scale {
  /** Milliseconds ahead; the lowest is below 0. */
  readonly high: number;
  readonly low: number;
  readonly x: (place: number) => number;
  readonly y: (aheadMs: number) => number;
  /** The nearest point. */
  readonly placeAt: (x: number) => number;
}

function scaleOf(points: readonly ClockPoint[]): Scale {
  const high = Math.max(leastSpanMs, ...points.map(({ aheadMs }) => aheadMs));
  const low = Math.min(-leastSpanMs, ...points.map(({ aheadMs }) => aheadMs));
  const steps = points.length - 1;
  return {
    high,
    low,
    x: (place) => (steps === 0 ? width / 2 : margin + (place / steps) * (width - 2 * margin)),
    y: (aheadMs) => margin + ((high - aheadMs) / (high - low)) * (height - 2 * margin),
    placeAt: (x) => Math.min(steps, Math.max(0, Math.round(((x - margin) / (width - 2 * margin)) * steps))),
  };
}

/** Labels of the top, the middle line and the bottom. */
function Axis({ high, low, y }: Scale) {
  const zero = (y(0) / height) * 100;
  return (
    <div className="relative w-20 text-right text-xs text-muted">
      <span className="absolute top-0 right-0">{offsetText(high)} ahead</span>
      {zero > 20 && zero < 80 && (
        <span className="absolute right-0 -translate-y-1/2" style={{ top: `${zero}%` }}>
          accurate
        </span>
      )}
      <span className="absolute right-0 bottom-0">{offsetText(low)} behind</span>
    </div>
  );
}

function Line({
  d,
  colour,
  thickness,
}: {
  readonly d: string;
  /** The name of a token. */
  readonly colour: string;
  readonly thickness: number;
}) {
  return (
    <path
      d={d}
      fill="none"
      stroke={`var(${colour})`}
      strokeWidth={thickness}
      strokeLinecap="round"
      vectorEffect="non-scaling-stroke"
    />
  );
}
