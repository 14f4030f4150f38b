import type { Statement } from "bun:sqlite";
import { type SqlBool, sql } from "kysely";
import { onlyPartition } from "../../../queue/position.ts";
import { keptRecords } from "../../kept-records.ts";
import type { OwnerQueries } from "../../owner-queries.ts";
import type { SqliteReadingStore } from "../../readings/sqlite/sqlite-reading-store.ts";
import { SqliteStoreWriter } from "./sqlite-store-writer.ts";

interface OwnerQueryOptions {
  readonly partition?: number;
  readonly waitingMax?: number | undefined;
}

/** Reads for the owner of a partition, on the connection of the reading store. */
export function sqliteOwnerQueries(
  store: Pick<SqliteReadingStore, "database" | "progress" | "partitions">,
  { partition = onlyPartition, waitingMax }: OwnerQueryOptions = {},
): OwnerQueries {
  const { database: db, partitions } = store;
  // What belongs to no device is the first partition's.
  const within =
    partitions === 1
      ? null
      : sql<SqlBool>`coalesce(device_id, 0) % ${sql.lit(partitions)} = ${sql.lit(partition)}`;
  // The highest id that a table with AUTOINCREMENT ever had.
  const lastId: Statement<{ seq: number }, [string]> = db.prepare(
    "SELECT seq FROM sqlite_sequence WHERE name = ?",
  );
  return {
    ...keptRecords(new SqliteStoreWriter(db), { partition, within, waitingMax }),

    async progress(of) {
      return store.progress(of);
    },

    async lastEntries() {
      return new Map();
    },

    async lastIds() {
      return {
        alarm: lastId.get("alarms")?.seq ?? 0,
        deadLetter: lastId.get("dead_letters")?.seq ?? 0,
      };
    },
  };
}
