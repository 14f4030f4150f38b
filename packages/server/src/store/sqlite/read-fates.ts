import type { Database } from "bun:sqlite";
import { numbersPerBlock } from "../../queue/request-number.ts";
import { type PackedFates, unpackFates } from "../fate-codec.ts";
import type { ReadingFates } from "../receipt-queries.ts";

/** Returns the accepted readings of a request that are settled but were not saved, in order. */
export function readFates(db: Database, requestBoot: number, requestNumber: number): ReadingFates[] {
  const rows = db
    .query<PackedFates, [number, number, number]>(
      `SELECT first_number AS firstNumber, ends, runs FROM receipts
       WHERE request_boot = ?1 AND first_number BETWEEN ?2 AND ?3 AND last_number >= ?3`,
    )
    .all(requestBoot, requestNumber - numbersPerBlock + 1, requestNumber);
  return rows.flatMap((row) => unpackFates(row, requestNumber)).sort((a, b) => a.first - b.first);
}
