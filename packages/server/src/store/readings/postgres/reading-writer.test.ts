import { expect, test } from "bun:test";
import { describeUnless } from "../../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../../tests/harness/engines.ts";
import { gatherPages } from "../../../platform/gather-pages.ts";
import { onlyPartition, startOf } from "../../../queue/position.ts";
import { emptyBatch } from "../../engine/postgres/test-batch.ts";
import { testDatabases } from "../../engine/postgres/test-databases.ts";
import { openTestStore } from "../../engine/postgres/test-postgres-store.ts";
import { readingStoreContract } from "../reading-store.contract.ts";
import { SavedReadings } from "../saved-readings.ts";
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

  test("knows what others have written when an owner takes a partition again", async () => {
    const url = await databases.urlOf("owned again");
    const [one, other] = [await openTestStore(url), await openTestStore(url)];
    const from = startOf(onlyPartition);
    const save = async (store: typeof one, firstUs: number, lastUs: number) => {
      const saves = new SavedReadings();
      for (let atUs = firstUs; atUs <= lastUs; atUs++) saves.add(1, atUs, 1, 0, -1, 0, "");
      const { epoch } = await store.ownership.take(onlyPartition);
      return (await store.settlement.commit(emptyBatch({ from, to: from, saves }), epoch)).length;
    };
    expect(await save(one, 1, 100)).toBe(0);
    expect(await save(other, 101, 200)).toBe(0);
    expect(await save(one, 150, 250)).toBe(51);
    const stored = await gatherPages(one.queries.readings({ sensorId: 1 }));
    expect(stored.map(({ atUs }) => atUs)).toEqual(Array.from({ length: 250 }, (_, nth) => nth + 1));
    for (const store of [one, other]) await store.close();
  });
});
