import { minuteText, recentTime } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { useTimeSettings } from "../../ui/use-time-settings.ts";
import { Value } from "../../ui/value.tsx";
import { meanText } from "./mean-text.ts";
import type { PlotLine } from "./plot-line.ts";
import type { Span } from "./span.ts";
import { type PointFigures, pointAtCursor } from "./span-figures.ts";
import { stateText } from "./state-names.ts";

/** The room between the cursor and the tooltip. */
const awayPx = 12;

/** The area of the curves within the chart, as far as the tooltip needs it. */
interface CurveArea {
  readonly left: number;
  readonly width: number;
  /** Where a value of this line is drawn, from the top. */
  readonly topOf: (line: PlotLine, value: number) => number;
}

/** The values of all lines at the cursor, from top to bottom as they are drawn there. */
export function CursorTooltip({
  lines,
  span,
  atMs,
  area,
  isAnnounced,
  onAnnotate,
}: {
  readonly lines: readonly PlotLine[];
  readonly span: Span;
  readonly atMs: number;
  readonly area: CurveArea;
  /** Whether screen readers say it, because the cursor was moved by a key. */
  readonly isAnnounced: boolean;
  /** Set while the tooltip stays after a click. */
  readonly onAnnotate: (() => void) | null;
}) {
  useTimeSettings();
  const share = (atMs - span.fromMs) / (span.toMs - span.fromMs);
  if (share < 0 || share > 1) return null;
  const topOf = ({ line, point }: CursorRow) => area.topOf(line, point.mean);
  // Strips stand above curves, and the order of equals stays.
  const rows = rowsAt(lines, span, atMs).sort((a, b) => topOf(a) - topOf(b));
  const fromLeft = area.left + share * area.width;
  const side = share > 0.5 ? { right: `calc(100% - ${fromLeft - awayPx}px)` } : { left: fromLeft + awayPx };
  return (
    <div
      data-chart-tooltip
      role="tooltip"
      aria-live={isAnnounced ? "polite" : "off"}
      className={`absolute top-3 z-10 max-w-3/5 rounded-md border border-line bg-raised px-2.5 py-1.5 text-xs shadow-(--shadow) ${onAnnotate === null ? "pointer-events-none" : ""}`}
      style={side}
    >
      <p className="font-medium whitespace-nowrap">{recentTime(atMs)}</p>
      {rows.length === 0 && <p className="text-muted">No data</p>}
      <ul>
        {rows.map(({ line: { key, name, unit, decimals, colour, isDashed, states }, point }) => (
          <li key={key} className="flex items-center gap-1.5">
            <span
              aria-hidden
              className={`w-3 shrink-0 border-t-3 ${isDashed === true ? "border-dotted" : ""}`}
              style={{ borderColor: `var(${colour})` }}
            />
            <span className="min-w-0 flex-1 truncate text-muted">{name}</span>
            <span className="ml-2">
              {states === undefined ? (
                <Value value={point.mean} text={meanText(point, decimals)} unit={unit} />
              ) : (
                <span className="font-semibold">{stateText(states, point.last)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {onAnnotate !== null && (
        <Button size="small" className="mt-1.5 w-full" onClick={onAnnotate}>
          Annotate {minuteText(atMs)}
        </Button>
      )}
    </div>
  );
}

interface CursorRow {
  readonly line: PlotLine;
  readonly point: PointFigures;
}

function rowsAt(lines: readonly PlotLine[], span: Span, atMs: number): CursorRow[] {
  return lines.flatMap((line) => {
    const point = pointAtCursor(line, span, atMs);
    return point === null ? [] : [{ line, point }];
  });
}
