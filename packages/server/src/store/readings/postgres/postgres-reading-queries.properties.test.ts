import { describeUnless } from "../../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../../tests/harness/engines.ts";
import { systemClock } from "../../../platform/clock.ts";
import { onlyPartition } from "../../../queue/position.ts";
import { emptyBatch } from "../../engine/postgres/test-batch.ts";
import { testDatabases } from "../../engine/postgres/test-databases.ts";
import { openTestStore } from "../../engine/postgres/test-postgres-store.ts";
import { readingQueriesProperties } from "../reading-queries.properties.contract.ts";
import { PostgresReadingQueries } from "./postgres-reading-queries.ts";

describeUnless(await whyNoEngines(), "PostgreSQL", () => {
  const databases = testDatabases();

  readingQueriesProperties("PostgresReadingQueries", {
    share: 0.5,
    async open(page) {
      const store = await openTestStore(await databases.urlOf("one for all runs"));
      const { database, settlement } = store;
      await database.query("TRUNCATE weir_store.readings, weir_store.blocks");
      const { epoch } = await store.ownership.take(onlyPartition);
      const from = await settlement.durable(onlyPartition);
      return {
        queries: new PostgresReadingQueries(database, systemClock, page),
        save: (saves) => settlement.commit(emptyBatch({ from, to: from, saves }), epoch),
        async blocks() {
          const { rows } = await database.query<{ blocks: number }>(
            "SELECT count(*) AS blocks FROM weir_store.blocks",
          );
          return rows[0]!.blocks;
        },
        close: store.close,
      };
    },
  });
});
