import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import { numbersPerBlock } from "../../queue/request-number.ts";
import { type PackedFates, unpackFates } from "../fate-codec.ts";
import type { ReadingFates } from "../receipt-queries.ts";

interface RequestNumber {
  readonly boot: number;
  readonly number: number;
}

/** Returns the accepted readings of each request that are settled but were not saved, in order. */
export async function readFates(
  session: PostgresSession,
  requests: readonly RequestNumber[],
): Promise<ReadingFates[][]> {
  const fates: ReadingFates[][] = requests.map(() => []);
  if (requests.length === 0) return fates;
  const { rows } = await session.query<PackedFates & { nth: number }>({
    name: "fates of requests",
    text: `SELECT nth, first_number AS "firstNumber", ends, runs
      FROM unnest($1::int8[], $2::int8[]) WITH ORDINALITY AS asked (boot, number, nth)
      JOIN weir_store.receipts ON request_boot = boot
        AND first_number BETWEEN number - ${numbersPerBlock - 1} AND number AND last_number >= number`,
    values: [requests.map(({ boot }) => boot), requests.map(({ number }) => number)],
  });
  for (const { nth, ...packed } of rows)
    fates[nth - 1]!.push(...unpackFates(packed, requests[nth - 1]!.number));
  for (const ofRequest of fates) ofRequest.sort((a, b) => a.first - b.first);
  return fates;
}
