import { durationText, shortTime } from "../../format/time.ts";

export interface ClockPoint {
  /** Of the request. */
  readonly id: string;
  readonly atMs: number;
  /** Negative where the clock was behind. */
  readonly aheadMs: number;
}

const width = 600;
const height = 96;
const margin = 6;
/** Smaller differences than this are not blown up to the full height. */
const leastSpanMs = 5000;

/** Ahead is up, behind is down, the line in the middle is the server's time. Drawn in order of arrival. */
export function ClockChart({
  points,
  marked,
}: {
  readonly points: readonly ClockPoint[];
  readonly marked?: string;
}) {
  const high = Math.max(leastSpanMs, ...points.map(({ aheadMs }) => aheadMs));
  const low = Math.min(-leastSpanMs, ...points.map(({ aheadMs }) => aheadMs));
  const y = (aheadMs: number) => margin + ((high - aheadMs) / (high - low)) * (height - 2 * margin);
  const x = (place: number) =>
    points.length < 2 ? width / 2 : margin + (place / (points.length - 1)) * (width - 2 * margin);
  const line = points.map(
    ({ aheadMs }, place) => `${place === 0 ? "M" : "L"}${x(place).toFixed(1)} ${y(aheadMs).toFixed(1)}`,
  );
  const markedPlace = points.findIndex(({ id }) => id === marked);
  const markedPoint = points[markedPlace];
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  return (
    <figure className="flex flex-col gap-1">
      <div className="flex gap-2">
        <div className="flex w-20 flex-col justify-between text-right text-xs text-muted">
          <span>{high > leastSpanMs ? `${durationText(high)} ahead` : "ahead"}</span>
          <span>{low < -leastSpanMs ? `${durationText(low)} behind` : "behind"}</span>
        </div>
        <svg
          role="img"
          aria-label={`Offset of the device's clock over ${points.length} requests, the last ${durationText(last.aheadMs)} ${last.aheadMs > 0 ? "ahead" : "behind"}`}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="h-24 min-w-0 flex-1 rounded-sm border border-line bg-sunken"
        >
          <path
            d={`M0 ${y(0)}H${width}`}
            stroke="var(--line-strong)"
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={line.join("")}
            fill="none"
            stroke="var(--accent)"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
          {/* Lines without length and with round ends are dots that keep their shape while the drawing is stretched. */}
          <path
            d={points
              .map(({ aheadMs }, place) => `M${x(place).toFixed(1)} ${y(aheadMs).toFixed(1)}h0`)
              .join("")}
            stroke="var(--accent)"
            strokeWidth="4"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
          {markedPoint !== undefined && (
            <path
              d={`M${x(markedPlace).toFixed(1)} ${y(markedPoint.aheadMs).toFixed(1)}h0`}
              stroke="var(--text)"
              strokeWidth="9"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
      </div>
      <div className="flex justify-between pl-22 text-xs text-muted">
        <span>{shortTime(first.atMs)}</span>
        {markedPoint !== undefined && <span>● this request</span>}
        <span>{shortTime(last.atMs)}</span>
      </div>
    </figure>
  );
}
