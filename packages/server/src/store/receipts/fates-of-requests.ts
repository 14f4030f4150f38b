import { sql } from "kysely";
import { numbersPerBlock } from "../../queue/request-number.ts";
import type { StoreDialect } from "../engine/store-dialect.ts";
import { rowsOf, type Work } from "../engine/store-writer.ts";
import { type PackedFates, unpackFates } from "./fate-codec.ts";
import { fatesSelectList, type ReadingFates } from "./record.ts";

interface RequestNumber {
  readonly boot: number;
  readonly number: number;
}

type FatesRow = PackedFates & RequestNumber;

/** Returns the accepted readings of each request that are settled but were not saved, in order. */
export function* fatesOf(dialect: StoreDialect, requests: readonly RequestNumber[]): Work<ReadingFates[][]> {
  if (requests.length === 0) return [];
  const asked = dialect.pairs(
    "asked",
    ["boot", "number"],
    requests.map(({ boot, number }) => [boot, number]),
  );
  const rows = yield* rowsOf(sql<FatesRow>`
    SELECT boot, number, ${sql.raw(fatesSelectList)} FROM ${asked} JOIN ${dialect.table("receipts")}
      ON request_boot = boot AND first_number BETWEEN number - ${sql.lit(numbersPerBlock - 1)} AND number
        AND last_number >= number`);
  const byRequest = Map.groupBy(rows, keyOf);
  return requests.map((request) =>
    (byRequest.get(keyOf(request)) ?? [])
      .flatMap((row) => unpackFates(row, request.number))
      .sort((a, b) => a.first - b.first),
  );
}

function keyOf({ boot, number }: RequestNumber): string {
  return `${boot} ${number}`;
}
