import type { SparklineScale } from "./sparkline-scale.ts";

/** A small curve without axes. Gaps (null) stay gaps. */
export function Sparkline({
  values,
  scale,
  isArea = false,
  width = 96,
  height = 24,
  label,
}: {
  readonly values: readonly (number | null)[];
  /** The scale, computed from the values. */
  readonly scale: (values: readonly number[]) => SparklineScale;
  /** Filled down to zero, for counts, which start at zero and have no gaps. */
  readonly isArea?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly label: string;
}) {
  const known = values.filter((value): value is number => value !== null);
  if (known.length === 0) return <span className="text-xs text-faint">–</span>;
  const { low, span } = scale(known);
  const step = values.length > 1 ? (width - 2) / (values.length - 1) : 0;
  let path = "";
  let isDrawing = false;
  for (const [place, value] of values.entries()) {
    if (value === null) {
      isDrawing = false;
      continue;
    }
    const x = 1 + place * step;
    const y = span === 0 ? height / 2 : height - 2 - ((value - low) / span) * (height - 4);
    path += `${isDrawing ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    // A single point between gaps is a dot.
    const isAlone = !isDrawing && (values[place + 1] ?? null) === null;
    if (isAlone) path += "m-1 0h2";
    isDrawing = true;
  }
  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className="block"
    >
      {isArea && <path d={`${path}V${height}H1Z`} fill="var(--accent)" fillOpacity={0.12} />}
      <path
        d={path}
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
