import type { ChartAggregation } from "@weir/protocol/closed-sets";
import type { Curve } from "./curve.ts";

/** The curve of one figure of each bucket. The mean keeps its band from the lowest to the highest value. */
export function aggregatedCurve(curve: Curve, aggregation: ChartAggregation): Curve {
  if (aggregation === "mean") return curve;
  const drawn = aggregation === "sum" ? sums(curve) : curve[aggregation];
  return { ...curve, ...withoutBand(drawn) };
}

/** The same values without a band, as bars show them. */
export function withoutBand(drawn: Float64Array): Pick<Curve, "mean" | "min" | "max"> {
  return { mean: drawn, min: drawn, max: drawn };
}

function sums({ mean, count }: Curve): Float64Array {
  return mean.map((value, nth) => value * count[nth]!);
}
