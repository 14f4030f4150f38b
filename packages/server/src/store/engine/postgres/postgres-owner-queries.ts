import { type SqlBool, sql } from "kysely";
import { keptRecords } from "../../kept-records.ts";
import type { LastIds, OwnerQueries } from "../../owner-queries.ts";
import { readLastEntries, readProgress } from "./partition-row.ts";
import { PostgresStoreWriter } from "./postgres-store-writer.ts";
import type { StoreDatabase } from "./store-database.ts";

interface OwnerQueryOptions {
  /** The partition whose alarms, dead letters, ids and parked frames are read. */
  readonly partition: number;
  readonly waitingMax?: number | undefined;
}

/** Reads for the owner of one partition. The owner of several partitions has one of these for each. */
export function postgresOwnerQueries(
  database: StoreDatabase,
  { partition, waitingMax }: OwnerQueryOptions,
): OwnerQueries {
  return {
    ...keptRecords(new PostgresStoreWriter(database), {
      partition,
      within: sql<SqlBool>`partition = ${partition}`,
      waitingMax,
    }),

    progress: (of) => readProgress(database, of),

    lastEntries: () => readLastEntries(database, partition),

    async lastIds() {
      const { rows } = await database.query<LastIds>(
        `SELECT alarm, dead_letter AS "deadLetter" FROM weir_store.given_ids WHERE partition = $1`,
        [partition],
      );
      return rows[0] ?? { alarm: 0, deadLetter: 0 };
    },
  };
}
