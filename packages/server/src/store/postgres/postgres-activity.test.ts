import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { activityContract } from "../activity-store.contract.ts";
import { testDatabases } from "./test-databases.ts";
import { openRecordQueries, openRecordStore } from "./test-record-store.ts";

describeUnless(await whyNoEngines(), "records on PostgreSQL", () => {
  const databases = testDatabases();

  activityContract("PostgreSQL", {
    openStore: async (dataDir, limits) => openRecordStore(await databases.urlOf(dataDir), limits),
    open: async (dataDir) => openRecordQueries(await databases.urlOf(dataDir), "activityQueries"),
    openReadings: async (dataDir) => openRecordQueries(await databases.urlOf(dataDir), "readingQueries"),
  });
});
