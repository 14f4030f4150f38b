import type { ChainQueries } from "../../store/chain-queries.ts";
import type { FateOfReadings } from "./request-receipt.ts";

/** Letters of one run that are looked at; readings that fail together mostly fail alike. */
const lettersMax = 100;

/** Why readings failed, as their dead letters say. */
export interface FateError {
  readonly reason: string;
  readonly readings: number;
  /** That of the last of them. */
  readonly letterId: number;
}

/** Each reason once. None of readings that did not fail, or whose letters were replayed or discarded since. */
export async function fateErrors(
  { readings, letterId }: Pick<FateOfReadings, "readings" | "letterId">,
  chains: Pick<ChainQueries, "deadLetters">,
  accountId: number,
): Promise<FateError[]> {
  if (letterId === null) return [];
  const last = { beforeId: letterId + readings, limit: Math.min(readings, lettersMax) };
  const letters = (await chains.deadLetters({ accountId, ...last })).filter(({ id }) => id >= letterId);
  return [...Map.groupBy(letters, ({ reason }) => reason)].map(([reason, alike]) => ({
    ...{ reason, readings: alike.length, letterId: alike[0]!.id },
  }));
}
