import type { ChartAggregation } from "@weir/protocol/closed-sets";
import { useMemo } from "react";
import { useCall } from "../../api/queries.ts";
import type { ChartSensor } from "./chart-sensor.ts";
import { type LimitLine, limitLinesOf } from "./limit-line.ts";

const staleMs = 60_000;
/** Sums and numbers of readings cannot be compared with the limit of a reading. */
const compared: readonly ChartAggregation[] = ["mean", "min", "max", "last"];

/** The limits of the alert rules of these sensors. */
export function useLimitLines(
  sensors: readonly ChartSensor[],
  aggregation: ChartAggregation,
): readonly LimitLine[] {
  const rules = useCall("listAlertRules", {}, { staleTime: staleMs }).data?.items;
  const shape = JSON.stringify(sensors);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` changes whenever one of the sensors does.
  return useMemo(
    () => (compared.includes(aggregation) ? limitLinesOf(rules ?? [], sensors) : []),
    [rules, shape, aggregation],
  );
}
