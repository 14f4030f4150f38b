import { join } from "node:path";
import { openDatabase } from "../../platform/sqlite/open-database.ts";
import { SqliteChannelHours } from "./sqlite-channel-hours.ts";
import { SqliteHeldMessages } from "./sqlite-held-messages.ts";
import { SqliteMailCounts } from "./sqlite-mail-counts.ts";
import { SqliteOutbox } from "./sqlite-outbox.ts";
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
    held: new SqliteHeldMessages(db),
    mailCounts: new SqliteMailCounts(db),
    channelHours: new SqliteChannelHours(db),
    async close(): Promise<void> {
      db.close();
    },
  };
}
