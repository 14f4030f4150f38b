import type { ValueState } from "@weir/protocol/manage/value-states";
import { exactText, valueText } from "../format/number.ts";
import { stateName } from "../format/value-state.ts";
import { cx } from "./class-names.ts";

/** A longer unit counts as text, which may need more than one line. */
const unitLengthMax = 12;

/** A measured value: a large number with a small unit, or the name of its state. "No data" is a normal state, not an error. */
export function Value({
  value,
  unit,
  decimals,
  states,
  text,
  isLarge = false,
}: {
  readonly value: number | null | undefined;
  readonly unit?: string | null | undefined;
  readonly decimals?: number | null | undefined;
  /** The values that have names. */
  readonly states?: readonly ValueState[] | null | undefined;
  /** The text of the number, if it is not formatted like a measured value. */
  readonly text?: string;
  readonly isLarge?: boolean;
}) {
  if (value === null || value === undefined) return <span className="text-muted">No data</span>;
  const state = stateName(states, value);
  if (state !== undefined) {
    return (
      <span className={cx("font-semibold wrap-anywhere", isLarge && "text-2xl")} title={exactText(value)}>
        {state}
      </span>
    );
  }
  const isTextUnit = unit != null && unit.length > unitLengthMax;
  return (
    <span
      className={isTextUnit ? "wrap-anywhere" : "whitespace-nowrap"}
      title={`${exactText(value)}${unit ? ` ${unit}` : ""}`}
    >
      <span className={cx("font-semibold whitespace-nowrap", isLarge && "text-2xl")}>
        {text ?? valueText(value, decimals)}
      </span>
      {unit ? (
        <span className={cx("text-muted", isLarge ? "ml-1 text-base" : "ml-0.5 text-xs")}>{unit}</span>
      ) : null}
    </span>
  );
}
