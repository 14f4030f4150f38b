import { propertyRunsVariable } from "../../scripts/long-proofs.ts";

/** `WEIR_PROPERTY_RUNS=20 bun test tests/contract` searches 20 times longer than the tests usually do. */
const given = process.env[propertyRunsVariable];
const factor = Number(given ?? "1");
if (!(factor > 0)) throw new Error(`${propertyRunsVariable} must be a number above 0, not "${given}".`);

/** How many runs a property gets, given its usual number. fast-check prints the seed of a failed run. */
export function propertyRuns(usualRuns: number): number {
  return Math.max(1, Math.round(usualRuns * factor));
}

/** Time for the runs and, if one fails, for shrinking it. */
export const propertyTimeoutMs = 120_000 * Math.max(1, factor);
