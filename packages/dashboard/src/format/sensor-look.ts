import type { ValueState } from "@weir/protocol/manage/value-states";

/** How the values of a sensor are shown. */
export interface SensorLook {
  readonly unit: string | null;
  readonly decimals: number | null;
  /** The ends of the usual scale. */
  readonly min: number | null;
  readonly max: number | null;
  /** The values that have names. */
  readonly states: readonly ValueState[] | null;
}
