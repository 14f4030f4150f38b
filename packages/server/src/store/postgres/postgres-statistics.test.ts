import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { statisticsContract } from "../statistics-store.contract.ts";
import { testDatabases } from "./test-databases.ts";
import { openRecordQueries, openRecordStore } from "./test-record-store.ts";

describeUnless(await whyNoEngines(), "records on PostgreSQL", () => {
  const databases = testDatabases();

  statisticsContract("PostgreSQL", {
    openStore: async (dataDir, statistics) => openRecordStore(await databases.urlOf(dataDir), { statistics }),
    open: async (dataDir) => openRecordQueries(await databases.urlOf(dataDir), "statisticsQueries"),
  });
});
