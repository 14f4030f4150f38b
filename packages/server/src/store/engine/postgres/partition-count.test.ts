import { expect, test } from "bun:test";
import { describeUnless } from "../../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../../tests/harness/engines.ts";
import { partitionsMax } from "../../../config/partitions-max.ts";
import { choosePartitionCount, readPartitionCount } from "./partition-count.ts";
import { testDatabases } from "./test-databases.ts";
import { openTestStore } from "./test-postgres-store.ts";

describeUnless(await whyNoEngines(), "PostgreSQL", () => {
  const databases = testDatabases();

  test("a new database gets as many partitions as wanted, until one of them has an owner", async () => {
    const store = await openTestStore(await databases.urlOf("new"));
    const chosen = async (wanted: number) => {
      await choosePartitionCount(store.database, wanted);
      return readPartitionCount(store.database);
    };

    expect([await readPartitionCount(store.database), await chosen(8), await chosen(4)]).toEqual([
      partitionsMax,
      8,
      4,
    ]);
    expect(await store.ownership.takeFree(partitionsMax)).toHaveLength(4);
    expect(await chosen(2)).toBe(4);
    await store.close();
  });

  test("a database that knows its stream keeps its partitions, although nothing was settled yet", async () => {
    const store = await openTestStore(await databases.urlOf("streamed"));

    await store.database.query("UPDATE weir_store.queue_stream SET id = 'one'");
    await choosePartitionCount(store.database, 8);

    expect(await readPartitionCount(store.database)).toBe(partitionsMax);
    await store.close();
  });
});
