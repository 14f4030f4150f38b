import { join } from "node:path";
import { openDatabase } from "../../platform/sqlite/open-database.ts";
import { channelHours } from "../outbox/channel-hours.ts";
import { heldMessages } from "../outbox/held-messages.ts";
import { mailCounts } from "../outbox/mail-counts.ts";
import { SqliteOutbox } from "./sqlite-outbox.ts";
import { SqliteStoreWriter } from "./sqlite-store-writer.ts";
import { storeFile } from "./store-schema.ts";
import { translateFaults } from "./translate-faults.ts";

/**
 * Opens the outbox on its own connection. This connection never checkpoints: the processor does that for the whole
 * file, seldom, and then knows what is on disk.
 */
export function openSqliteOutbox(dataDir: string) {
  const db = translateFaults(openDatabase(join(dataDir, storeFile), { synchronous: "normal" }));
  db.run("PRAGMA wal_autocheckpoint = 0");
  return {
    outbox: new SqliteOutbox(db),
    held: heldMessages(new SqliteStoreWriter(db)),
    mailCounts: mailCounts(new SqliteStoreWriter(db)),
    channelHours: channelHours(new SqliteStoreWriter(db)),
    async close(): Promise<void> {
      db.close();
    },
  };
}
