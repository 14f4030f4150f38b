import { valueText } from "../../format/number.ts";

export interface Averaged {
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

/** Differences smaller than a hundredth of the spread are noise, not measured. */
const digitsOfSpread = 2;

/**
 * Writes an average with one decimal more than the sensor's type has, or with as many as the spread of the values
 * justifies.
 */
export function meanText({ mean, min, max }: Averaged, decimals: number | null): string {
  if (min === max) return valueText(min, decimals);
  if (decimals !== null) return valueText(mean, decimals + 1);
  const decimalsOfSpread = digitsOfSpread - Math.floor(Math.log10(max - min));
  return valueText(Number(mean.toFixed(Math.min(100, Math.max(0, decimalsOfSpread)))));
}
