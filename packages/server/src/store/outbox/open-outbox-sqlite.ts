import { join } from "node:path";
import { openDatabase } from "../../platform/sqlite/open-database.ts";
import { SqliteStoreWriter } from "../engine/sqlite/sqlite-store-writer.ts";
import { storeFile } from "../engine/sqlite/store-schema.ts";
import { translateFaults } from "../engine/sqlite/translate-faults.ts";
import { channelHours } from "./channel-hours.ts";
import { heldMessages } from "./held-messages.ts";
import { mailCounts } from "./mail-counts.ts";
import { sqliteOutbox } from "./outbox-sqlite.ts";

/**
 * Opens the outbox on its own connection. This connection never checkpoints: the processor does that for the whole
 * file, seldom, and then knows what is on disk.
 */
export function openSqliteOutbox(dataDir: string) {
  const db = translateFaults(openDatabase(join(dataDir, storeFile), { synchronous: "normal" }));
  db.run("PRAGMA wal_autocheckpoint = 0");
  return {
    outbox: sqliteOutbox(db),
    held: heldMessages(new SqliteStoreWriter(db)),
    mailCounts: mailCounts(new SqliteStoreWriter(db)),
    channelHours: channelHours(new SqliteStoreWriter(db)),
    async close(): Promise<void> {
      db.close();
    },
  };
}
