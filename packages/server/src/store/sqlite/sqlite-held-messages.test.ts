import { heldMessagesContract } from "../held-messages.contract.ts";
import { SqliteOutboxQueries } from "./sqlite-outbox-queries.ts";
import { openTestStore } from "./test-store.ts";

heldMessagesContract("SqliteHeldMessages", {
  open: async (dataDir) => openTestStore(dataDir),
  openQueries: async (dataDir) => new SqliteOutboxQueries(dataDir),
});
