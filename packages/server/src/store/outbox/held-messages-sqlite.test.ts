import { SqliteStoreReader } from "../engine/sqlite/sqlite-store-reader.ts";
import { openTestStore } from "../engine/sqlite/test-store.ts";
import { heldMessagesContract } from "./held-messages.contract.ts";
import { outboxQueries } from "./queries.ts";

heldMessagesContract("HeldMessages", {
  open: async (dataDir) => openTestStore(dataDir),
  openQueries: async (dataDir) => outboxQueries(new SqliteStoreReader(dataDir)),
});
