import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { testDatabases } from "../engine/postgres/test-databases.ts";
import { openRecordQueries, openRecordStore } from "../engine/postgres/test-record-store.ts";
import { statisticsContract } from "./statistics-store.contract.ts";

describeUnless(await whyNoEngines(), "records on PostgreSQL", () => {
  const databases = testDatabases();

  statisticsContract("PostgreSQL", {
    openStore: async (dataDir, statistics) => openRecordStore(await databases.urlOf(dataDir), { statistics }),
    open: async (dataDir) => openRecordQueries(await databases.urlOf(dataDir), "statisticsQueries"),
  });
});
