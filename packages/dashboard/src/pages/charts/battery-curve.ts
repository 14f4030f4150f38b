import { parseTime } from "../../format/time.ts";
import { type Curve, newCurve } from "./curve.ts";

/** The curve of battery levels, which come newest first as the API lists them. */
export function curveOfLevels(
  newestFirst: readonly { readonly at: string; readonly volts: number }[],
): Curve {
  const curve = newCurve(newestFirst.length);
  for (const [nth, { at, volts }] of [...newestFirst].reverse().entries()) {
    curve.atMs[nth] = parseTime(at);
    for (const column of [curve.mean, curve.min, curve.max, curve.last]) column[nth] = volts;
    curve.count[nth] = 1;
  }
  return curve;
}
