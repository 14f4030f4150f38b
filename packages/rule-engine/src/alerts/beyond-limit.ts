import type { AlertCondition } from "./alert-condition.ts";

/**
 * Whether a value is farther beyond the limit of a condition than another one. Conditions about changes, unchanged values and
 * silence have no limit for values, so with them no value is farther than another.
 */
export function isFartherBeyond(condition: AlertCondition, value: number, than: number): boolean {
  switch (condition.kind) {
    case "above":
      return value > than;
    case "below":
      return value < than;
    case "outside":
      return beyond(condition, value) > beyond(condition, than);
    default:
      return false;
  }
}

/** Whether a condition has a limit that a value can be beyond. */
export function hasValueLimit({ kind }: AlertCondition): boolean {
  return kind === "above" || kind === "below" || kind === "outside";
}

/** How far a value is beyond the nearer of two limits; negative between them. */
function beyond({ min, max }: { readonly min: number; readonly max: number }, value: number): number {
  return Math.max(min - value, value - max);
}
