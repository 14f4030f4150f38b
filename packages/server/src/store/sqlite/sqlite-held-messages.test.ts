import { join } from "node:path";
import { migrate, openDatabase } from "../../platform/sqlite/open-database.ts";
import { heldMessagesContract } from "../held-messages.contract.ts";
import { SqliteHeldMessages } from "./sqlite-held-messages.ts";
import { SqliteMailCounts } from "./sqlite-mail-counts.ts";
import { SqliteOutbox } from "./sqlite-outbox.ts";
import { SqliteOutboxQueries } from "./sqlite-outbox-queries.ts";
import { storeFile, storeMigrations } from "./store-schema.ts";

heldMessagesContract("SqliteHeldMessages", {
  async open(dataDir) {
    const db = openDatabase(join(dataDir, storeFile), { synchronous: "normal" });
    migrate(db, storeFile, storeMigrations);
    return {
      outbox: new SqliteOutbox(db),
      held: new SqliteHeldMessages(db),
      counts: new SqliteMailCounts(db),
      close: async () => db.close(),
    };
  },
  openQueries: async (dataDir) => new SqliteOutboxQueries(dataDir),
});
