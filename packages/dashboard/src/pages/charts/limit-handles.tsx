import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { valueText } from "../../format/number.ts";
import type { LimitLine } from "./limit-line.ts";
import type { PlotBox, ValueAxisEnds } from "./plot.tsx";
import { decimalsBetween } from "./value-decimals.ts";

const heightPx = 20;
/** A press of an arrow key moves a limit by this share of the axis. */
const keyShare = 0.01;

interface HandleProps {
  readonly limit: LimitLine;
  readonly box: PlotBox;
  readonly ends: ValueAxisEnds;
  /** Decimals of the values; null if their type has none. */
  readonly decimals: number | null;
  readonly onDrag: (side: LimitLine["side"], value: number) => void;
}

/** Moves the limits of one rule up and down on a chart of one sensor. */
export function LimitHandles({
  limits,
  ...others
}: Omit<HandleProps, "limit"> & { readonly limits: readonly LimitLine[] }) {
  return limits.map((limit) => <LimitHandle key={limit.key} limit={limit} {...others} />);
}

/** A strip along the line of a limit. A limit outside the chart is at its edge, from where it can be fetched. */
function LimitHandle({ limit: { side, value, unit }, box, ends, decimals, onDrag }: HandleProps) {
  // The value while it is dragged. The rule changes when it is let go, so that the axis stays the same until then.
  const [dragged, setDragged] = useState<number | null>(null);
  const { low, high } = ends;
  const digits = decimals ?? decimalsBetween(low, high);
  const rounded = (wanted: number) => Number(Math.min(high, Math.max(low, wanted)).toFixed(digits));
  const shown = dragged ?? value;
  const share = Math.min(1, Math.max(0, (high - shown) / (high - low)));
  const text = `${valueText(shown, decimals)}${unit === "" ? "" : ` ${unit}`}`;

  const move = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const frame = event.currentTarget.parentElement!.getBoundingClientRect();
    const shareBelow = (event.clientY - frame.top - box.top) / box.height;
    setDragged(rounded(high - shareBelow * (high - low)));
  };
  const drop = () => {
    if (dragged !== null) onDrag(side, dragged);
    setDragged(null);
  };
  const step = (event: KeyboardEvent) => {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const size = Math.max((high - low) * keyShare, 10 ** -digits);
    onDrag(side, rounded(value + way * size));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={side === "above" ? "Upper limit" : "Lower limit"}
      aria-orientation="vertical"
      aria-valuemin={low}
      aria-valuemax={high}
      aria-valuenow={shown}
      aria-valuetext={text}
      className="absolute cursor-ns-resize touch-none rounded-sm"
      style={{
        left: box.left,
        width: box.width,
        top: box.top + share * box.height - heightPx / 2,
        height: heightPx,
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={move}
      onPointerUp={drop}
      onPointerCancel={() => setDragged(null)}
      onKeyDown={step}
    >
      {dragged !== null && <span className="absolute inset-x-0 top-1/2 border-t border-accent" aria-hidden />}
      <span
        aria-hidden
        className="absolute top-1/2 left-1 -translate-y-1/2 rounded-sm border border-line-strong bg-raised px-1.5 text-xs"
      >
        ↕ {text}
      </span>
    </div>
  );
}
