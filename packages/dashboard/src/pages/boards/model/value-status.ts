import type { ThresholdStatus } from "@weir/protocol/threshold-statuses";
import type { TileOf } from "./board.ts";

type Threshold = NonNullable<TileOf<"value">["settings"]["thresholds"]>[number];

/** A status that values have from here up to the next one. */
export interface StatusStep {
  readonly from: number;
  readonly status: ThresholdStatus;
}

/**
 * The steps of thresholds, from the lowest. Thresholds without a status are bounds between ok, warning and critical: values below
 * the first are ok, and those above the last are critical.
 */
export function statusSteps(thresholds: readonly Threshold[] = []): readonly StatusStep[] {
  const plain = thresholds.filter((one) => typeof one === "number");
  const last = Math.max(...plain);
  const steps = thresholds.map((one): StatusStep => {
    if (typeof one !== "number") return one;
    return { from: one, status: one === last ? "critical" : "warning" };
  });
  const below: StatusStep[] = plain.length === 0 ? [] : [{ from: Number.NEGATIVE_INFINITY, status: "ok" }];
  return [...below, ...steps].toSorted((a, b) => a.from - b.from);
}

/** The status of a value; null below the first threshold. */
export function statusOf(value: number, steps: readonly StatusStep[]): ThresholdStatus | null {
  return steps.findLast(({ from }) => from <= value)?.status ?? null;
}
