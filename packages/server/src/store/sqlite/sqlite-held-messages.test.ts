import { heldMessagesContract } from "../held-messages.contract.ts";
import { outboxQueries } from "../outbox/queries.ts";
import { SqliteStoreReader } from "./sqlite-store-reader.ts";
import { openTestStore } from "./test-store.ts";

heldMessagesContract("HeldMessages", {
  open: async (dataDir) => openTestStore(dataDir),
  openQueries: async (dataDir) => outboxQueries(new SqliteStoreReader(dataDir)),
});
