import type { ChartAggregation } from "@weir/protocol/closed-sets";
import { exactText, valueText } from "../../format/number.ts";
import { durationText, exactTime } from "../../format/time.ts";
import { cx } from "../../ui/class-names.ts";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { Value } from "../../ui/value.tsx";
import { type LineActions, LineButtons } from "./line-buttons.tsx";
import { type Averaged, meanText } from "./mean-text.ts";
import type { Span } from "./span.ts";
import { pointAtCursor, spanFigures } from "./span-figures.ts";
import { stateText } from "./state-names.ts";
import type { ChartLine } from "./use-lines.ts";

const figures: Readonly<Record<ChartAggregation, string>> = {
  mean: "an average",
  min: "the lowest value",
  max: "the highest value",
  sum: "a sum",
  last: "the last value",
  count: "the number of readings",
};

/**
 * The figures of every curve: at the cursor, and over the visible span. For people who cannot see the chart, the table
 * replaces it.
 */
export function ChartTable({
  lines,
  span,
  cursorMs,
  widthMs,
  aggregation,
  isLoading,
  actions,
}: {
  readonly lines: readonly ChartLine[];
  readonly span: Span;
  readonly cursorMs: number | null;
  readonly widthMs: number;
  /** Which figure the curves show. */
  readonly aggregation: ChartAggregation;
  /** Whether some readings are still loading. */
  readonly isLoading: boolean;
  readonly actions: LineActions;
}) {
  const hasLetters = lines.some(({ derived }) => derived !== undefined);
  const each = widthMs > 1 ? ` over ${durationText(widthMs)}` : "";
  return (
    <Table label="Values in this range">
      <thead>
        <tr>
          <Th>
            <span title={`Each point is ${figures[aggregation]}${each}`}>
              {cursorMs === null ? "Sensor" : exactTime(cursorMs)}
            </span>
          </Th>
          <Th className="text-right max-sm:px-1.5 md:w-64">{cursorMs === null ? "Last" : "At cursor"}</Th>
          <Th className="text-right max-sm:hidden md:w-30">Min</Th>
          <Th className="text-right max-sm:hidden md:w-30">Mean</Th>
          <Th className="text-right max-sm:hidden md:w-30">Max</Th>
          <Th className="w-10 max-sm:px-0">
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <LineRow
            key={line.key}
            line={line}
            span={span}
            cursorMs={cursorMs}
            isLoading={isLoading}
            actions={actions}
            hasLetters={hasLetters}
          />
        ))}
      </tbody>
    </Table>
  );
}

function LineRow({
  line,
  span,
  cursorMs,
  isLoading,
  actions,
  hasLetters,
}: {
  readonly line: ChartLine;
  readonly span: Span;
  readonly cursorMs: number | null;
  readonly isLoading: boolean;
  readonly actions: LineActions;
  /** Whether the names of sensors in expressions are shown. */
  readonly hasLetters: boolean;
}) {
  const { name, unit, decimals, colour, readings } = line;
  const figures = spanFigures(readings.curve, span);
  const point = cursorMs === null ? null : pointAtCursor(line, span, cursorMs);
  const measured = (value: number): Shown => ({ value, text: valueText(value, readings.decimals) });
  const averaged = (of: Averaged): Shown => ({ value: of.mean, text: meanText(of, readings.decimals) });
  const atCursor = point && { value: point.mean, text: meanText(point, decimals) };
  const shown = cursorMs === null ? figures && measured(figures.last) : atCursor;
  const last = cursorMs === null ? figures?.last : point?.last;
  const isSpread = line.states === undefined && point !== null && point.min !== point.max;
  return (
    <Tr className={line.isHidden ? "opacity-60" : ""}>
      <Td className="max-sm:px-1.5">
        <span className="flex items-center gap-2">
          <span
            aria-hidden
            className={cx(
              "w-3.5 shrink-0 border-t-3",
              line.isDashed === true ? "border-dotted" : "rounded-full",
            )}
            style={{ borderColor: `var(${colour})` }}
          />
          {hasLetters && line.letter !== "" && <code className="text-xs text-muted">{line.letter}</code>}
          <span className="min-w-0 font-medium sm:truncate max-sm:wrap-anywhere" title={name}>
            {name}
          </span>
        </span>
        {figures !== null && (
          <span className="ml-5.5 block text-xs text-muted sm:hidden">
            {measured(figures.min).text} to {measured(figures.max).text}
          </span>
        )}
      </Td>
      <Td className="text-right whitespace-nowrap max-sm:px-1.5">
        {shown === null ? (
          <span className="text-muted">{cursorMs !== null ? "–" : isLoading ? "…" : "No data"}</span>
        ) : line.states !== undefined && last !== undefined ? (
          <span className="font-semibold">{stateText(line.states, last)}</span>
        ) : (
          <Value {...shown} unit={cursorMs === null ? readings.unit : unit} />
        )}
        {isSpread && (
          <span
            className="ml-2 text-xs text-faint max-md:hidden"
            title={`${exactText(point.min)} to ${exactText(point.max)} ${unit}`.trim()}
          >
            {measured(point.min).text} to {measured(point.max).text}
          </span>
        )}
      </Td>
      <Figure shown={figures && measured(figures.min)} unit={readings.unit} />
      <Figure shown={figures && averaged(figures)} unit={readings.unit} />
      <Figure shown={figures && measured(figures.max)} unit={readings.unit} />
      <Td className="text-right max-sm:px-0">
        <LineButtons line={line} actions={actions} />
      </Td>
    </Tr>
  );
}

/** A number, and how it is written. */
interface Shown {
  readonly value: number;
  readonly text: string;
}

/** On a phone, the range of the values is below the name. */
function Figure({ shown, unit }: { readonly shown: Shown | null; readonly unit: string }) {
  return (
    <Td className="text-right whitespace-nowrap text-muted max-sm:hidden">
      {shown === null ? (
        "–"
      ) : (
        <span title={`${shown.value} ${unit}`.trim()}>
          {shown.text}
          {unit !== "" && ` ${unit}`}
        </span>
      )}
    </Td>
  );
}
