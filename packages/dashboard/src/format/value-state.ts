import type { ValueState } from "@weir/protocol/manage/value-states";
import { valueText } from "./number.ts";

/** The name of a value that is a state; undefined for all other values. */
export function stateName(
  states: readonly ValueState[] | null | undefined,
  value: number,
): string | undefined {
  return states?.find((state) => state.value === value)?.name;
}

/** A value in a sentence: the name of its state, or the number. */
export function measuredText(
  value: number,
  {
    states,
    decimals = null,
  }: { readonly states: readonly ValueState[] | null; readonly decimals?: number | null },
): string {
  return stateName(states, value) ?? valueText(value, decimals);
}
