import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { heldMessagesContract } from "../held-messages.contract.ts";
import { outboxContract } from "../outbox-store.contract.ts";
import { testDatabases } from "./test-databases.ts";
import { openRecordQueries, openRecordStore } from "./test-record-store.ts";

describeUnless(await whyNoEngines(), "messages", () => {
  const databases = testDatabases();

  outboxContract("PostgresOutbox", {
    open: async (dataDir, options) => openRecordStore(await databases.urlOf(dataDir), options),
    openQueries: async (dataDir) => openRecordQueries(await databases.urlOf(dataDir), "outboxQueries"),
  });

  heldMessagesContract("PostgresHeldMessages", {
    open: async (dataDir) => openRecordStore(await databases.urlOf(dataDir)),
    openQueries: async (dataDir) => openRecordQueries(await databases.urlOf(dataDir), "outboxQueries"),
  });
});
