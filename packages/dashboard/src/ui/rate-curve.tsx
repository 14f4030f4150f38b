import { type PointerEvent, useEffect, useRef, useState } from "react";
import { rateText, valueText } from "../format/number.ts";
import { exactTime, minuteText } from "../format/time.ts";
import type { RatePoint } from "./rate-points.ts";
import { timeTicks } from "./time-ticks.ts";
import { useTimeSettings } from "./use-time-settings.ts";

const heightPx = 168;
const footPx = 20;
const headPx = 8;
const fontPx = 11;
/** The width of a digit, as a share of the font's height. */
const digitShare = 0.62;
const gapPx = 8;
const narrowPx = 420;

/** Readings per minute, accepted as an area and rejected as a line. Small enough to need no chart library. */
export function RateCurve({ points }: { readonly points: readonly RatePoint[] }) {
  const [frame, widthPx] = useWidth();
  useTimeSettings();
  const [pointedAt, setPointed] = useState<number | null>(null);
  const top = niceTop(Math.max(1, ...points.map(({ accepted, rejected }) => Math.max(accepted, rejected))));
  const lines = [0, top / 2, top];
  const leftPx = gapPx + Math.max(...lines.map((value) => lineText(value).length)) * fontPx * digitShare;
  const firstMs = points[0]?.atMs ?? 0;
  const lengthMs = Math.max(1, (points.at(-1)?.atMs ?? 0) - firstMs);
  const groundPx = heightPx - footPx;
  const y = (value: number) => groundPx - (value / top) * (groundPx - headPx);
  const x = (n: number) => leftPx + ((points[n]!.atMs - firstMs) / lengthMs) * (widthPx - leftPx);
  const accepted = points
    .map((point, n) => `${n === 0 ? "M" : "L"}${x(n).toFixed(1)} ${y(point.accepted).toFixed(1)}`)
    .join("");
  // Without rejections, no line is drawn at zero.
  const rejected = points
    .map((point, n) => {
      const isOn = n > 0 && (point.rejected > 0 || points[n - 1]!.rejected > 0);
      return `${isOn ? "L" : "M"}${x(n).toFixed(1)} ${y(point.rejected).toFixed(1)}`;
    })
    .join("");
  const hasRejected = points.some(({ rejected }) => rejected > 0);
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const fromLeft = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const awayPx = points.map((_, n) => Math.abs(x(n) - fromLeft));
    if (points.length > 0) setPointed(awayPx.indexOf(Math.min(...awayPx)));
  };
  // The range may have become shorter since.
  const pointed = pointedAt !== null && pointedAt < points.length ? pointedAt : null;
  const shown = pointed === null ? undefined : points[pointed];
  return (
    <div ref={frame} className="relative">
      <svg
        role="img"
        aria-label={describe(points)}
        width={widthPx}
        height={heightPx}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
        className="block touch-pan-y"
      >
        {lines.map((value) => (
          <g key={value}>
            <line x1={leftPx} x2={widthPx} y1={y(value)} y2={y(value)} stroke="var(--line)" />
            <text
              x={leftPx - gapPx}
              y={y(value)}
              fontSize={fontPx}
              fill="var(--faint)"
              textAnchor="end"
              dominantBaseline="central"
            >
              {lineText(value)}
            </text>
          </g>
        ))}
        {points.length > 1 && (
          <>
            <path
              d={`${accepted}L${widthPx} ${groundPx}L${leftPx} ${groundPx}Z`}
              fill="var(--accent)"
              fillOpacity={0.12}
            />
            <path d={accepted} fill="none" stroke="var(--accent)" strokeWidth={1.5} strokeLinejoin="round" />
          </>
        )}
        {hasRejected && (
          <path d={rejected} fill="none" stroke="var(--bad)" strokeWidth={1.5} strokeDasharray="4 3" />
        )}
        {pointed !== null && (
          <line x1={x(pointed)} x2={x(pointed)} y1={headPx} y2={groundPx} stroke="var(--line-strong)" />
        )}
        <Times points={points} leftPx={leftPx} widthPx={widthPx} />
      </svg>
      {hasRejected && <Legend />}
      {shown !== undefined && pointed !== null && (
        <div
          className="pointer-events-none absolute top-1 rounded-md border border-line bg-raised px-2 py-1 text-xs whitespace-nowrap shadow-(--shadow)"
          style={
            x(pointed) > widthPx / 2 ? { right: widthPx - x(pointed) + gapPx } : { left: x(pointed) + gapPx }
          }
        >
          <div className="text-muted">{exactTime(shown.atMs)}</div>
          <div>{rateText(shown.accepted)} accepted per minute</div>
          {shown.rejected > 0 && (
            <div className="text-bad">{rateText(shown.rejected)} rejected per minute</div>
          )}
        </div>
      )}
    </div>
  );
}

function Legend() {
  return (
    <div aria-hidden className="mt-1 flex justify-end gap-4 text-xs text-muted">
      <span className="flex items-center gap-1.5">
        <span className="w-4 border-t-2 border-accent" /> accepted
      </span>
      <span className="flex items-center gap-1.5">
        <span className="w-4 border-t-2 border-dashed border-bad" /> rejected
      </span>
    </div>
  );
}

function Times({
  points,
  leftPx,
  widthPx,
}: {
  readonly points: readonly RatePoint[];
  readonly leftPx: number;
  readonly widthPx: number;
}) {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || first === last) return null;
  const x = (atMs: number) => leftPx + ((atMs - first.atMs) / (last.atMs - first.atMs)) * (widthPx - leftPx);
  return timeTicks(first.atMs, last.atMs, widthPx < narrowPx ? 4 : 7).map((atMs) => {
    const text = minuteText(atMs);
    const halfPx = (text.length * fontPx * digitShare) / 2;
    // A label that would be cut off is left out.
    if (x(atMs) < halfPx || x(atMs) + halfPx > widthPx) return null;
    return (
      <text key={atMs} x={x(atMs)} y={heightPx - 4} fontSize={fontPx} fill="var(--faint)" textAnchor="middle">
        {text}
      </text>
    );
  });
}

/** The lines have round numbers, so theirs need no more decimals than they have. */
function lineText(value: number): string {
  return value < 10 ? valueText(value) : rateText(value);
}

/** A round number that is at least as large as all values. */
function niceTop(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 5, 10].map((step) => step * magnitude).find((step) => step >= value) ?? value;
}

function describe(points: readonly RatePoint[]): string {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return "No readings yet.";
  const most = Math.max(...points.map(({ accepted }) => accepted));
  return `Accepted readings per minute from ${exactTime(first.atMs)} to ${exactTime(last.atMs)}: at most ${rateText(most)}, ${rateText(last.accepted)} at the end.`;
}

function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [widthPx, setWidthPx] = useState(600);
  useEffect(() => {
    if (frame.current === null) return;
    const watcher = new ResizeObserver(([entry]) => setWidthPx(Math.floor(entry!.contentRect.width)));
    watcher.observe(frame.current);
    return () => watcher.disconnect();
  }, []);
  return [frame, widthPx] as const;
}
