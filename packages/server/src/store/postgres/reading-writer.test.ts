import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { readingStoreContract } from "../reading-store.contract.ts";
import { testDatabases } from "./test-databases.ts";
import { openTestStore } from "./test-postgres-store.ts";
import { TestReadingStore } from "./test-reading-store.ts";

describeUnless(await whyNoEngines(), "PostgreSQL", () => {
  const databases = testDatabases();

  readingStoreContract("ReadingWriter", {
    open: async (dataDir) => new TestReadingStore(await openTestStore(await databases.urlOf(dataDir))),
    async openQueries(dataDir) {
      const { queries, close } = await openTestStore(await databases.urlOf(dataDir));
      return Object.assign(queries, { close });
    },
  });
});
