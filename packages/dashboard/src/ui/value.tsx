import { valueText } from "../format/number.ts";
import { cx } from "./class-names.ts";

/** A measured value: the number large, its unit small. "No data" is a calm state, not an error. */
export function Value({
  value,
  unit,
  decimals,
  isLarge = false,
}: {
  readonly value: number | null | undefined;
  readonly unit?: string | null | undefined;
  readonly decimals?: number | null | undefined;
  readonly isLarge?: boolean;
}) {
  if (value === null || value === undefined) return <span className="text-muted">No data</span>;
  return (
    <span className="whitespace-nowrap" title={`${value}${unit ? ` ${unit}` : ""}`}>
      <span className={cx("font-semibold", isLarge && "text-2xl")}>{valueText(value, decimals)}</span>
      {unit ? (
        <span className={cx("text-muted", isLarge ? "ml-1 text-base" : "ml-0.5 text-xs")}>{unit}</span>
      ) : null}
    </span>
  );
}
