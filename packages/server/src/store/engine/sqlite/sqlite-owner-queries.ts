import type { Statement } from "bun:sqlite";
import { assertOnly } from "../../../queue/position.ts";
import { keptRecords } from "../../kept-records.ts";
import type { OwnerQueries } from "../../owner-queries.ts";
import type { SqliteReadingStore } from "../../readings/sqlite/sqlite-reading-store.ts";
import { SqliteStoreWriter } from "./sqlite-store-writer.ts";

/** Reads for the owner of the only partition, on the connection of the reading store. */
export function sqliteOwnerQueries(
  store: Pick<SqliteReadingStore, "database" | "progress">,
  waitingMax?: number,
): OwnerQueries {
  const db = store.database;
  // The highest id that a table with AUTOINCREMENT ever had.
  const lastId: Statement<{ seq: number }, [string]> = db.prepare(
    "SELECT seq FROM sqlite_sequence WHERE name = ?",
  );
  return {
    ...keptRecords(new SqliteStoreWriter(db), { waitingMax }),

    async progress(partition) {
      assertOnly(partition);
      return store.progress();
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
