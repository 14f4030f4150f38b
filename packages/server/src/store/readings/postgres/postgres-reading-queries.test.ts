import { describeUnless } from "../../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../../tests/harness/engines.ts";
import { systemClock } from "../../../platform/clock.ts";
import { writeConnections } from "../../activity/connections-postgres.ts";
import { testDatabases } from "../../engine/postgres/test-databases.ts";
import { openTestStore } from "../../engine/postgres/test-postgres-store.ts";
import { readingQueriesContract } from "../reading-queries.contract.ts";
import { PostgresReadingQueries } from "./postgres-reading-queries.ts";

describeUnless(await whyNoEngines(), "PostgreSQL", () => {
  const databases = testDatabases();

  readingQueriesContract("PostgresReadingQueries", {
    async open(dataDir) {
      const store = await openTestStore(await databases.urlOf(dataDir));
      return {
        ...store,
        activityKeeper: { connected: (connections) => writeConnections(store.database, connections) },
      };
    },
    async openQueries(dataDir, pageRows) {
      const { database, close } = await openTestStore(await databases.urlOf(dataDir));
      const page = pageRows === undefined ? [] : [{ rows: pageRows, blocks: 2 }];
      const queries = new PostgresReadingQueries(database, systemClock, ...page);
      return Object.assign(queries, { close });
    },
  });
});
