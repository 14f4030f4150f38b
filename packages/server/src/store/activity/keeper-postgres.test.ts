import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { testDatabases } from "../engine/postgres/test-databases.ts";
import { openRecordQueries, openRecordStore } from "../engine/postgres/test-record-store.ts";
import { activityContract } from "./activity-store.contract.ts";
import { quarantineContract } from "./quarantine.contract.ts";
import { requestQueriesContract } from "./request-queries.contract.ts";
import type { ActivityAdapter } from "./test-activity-scene.ts";

describeUnless(await whyNoEngines(), "records on PostgreSQL", () => {
  const databases = testDatabases();

  const adapter: ActivityAdapter = {
    openStore: async (dataDir, limits) => openRecordStore(await databases.urlOf(dataDir), limits),
    open: async (dataDir) => openRecordQueries(await databases.urlOf(dataDir), "activityQueries"),
    openReadings: async (dataDir) => openRecordQueries(await databases.urlOf(dataDir), "readingQueries"),
  };
  activityContract("PostgreSQL", adapter);
  requestQueriesContract("PostgreSQL", adapter);
  quarantineContract("PostgreSQL", adapter);
});
