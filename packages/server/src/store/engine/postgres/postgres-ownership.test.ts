import { afterEach, expect, test } from "bun:test";
import { describeUnless } from "../../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../../tests/harness/engines.ts";
import { partitionsMax } from "../../../config/partitions-max.ts";
import { ownershipContract } from "../../../queue/ownership.contract.ts";
import { type OwnedPartition, OwnershipLostError } from "../../../queue/ownership.ts";
import { SavedReadings } from "../../readings/saved-readings.ts";
import { readProgress } from "./partition-row.ts";
import { emptyBatch } from "./test-batch.ts";
import { testDatabases } from "./test-databases.ts";
import { openTestStore } from "./test-postgres-store.ts";

type Store = Awaited<ReturnType<typeof openTestStore>>;

describeUnless(await whyNoEngines(), "PostgreSQL", () => {
  const databases = testDatabases();

  ownershipContract("PostgresOwnership", {
    async open(dataDir) {
      const store = await openTestStore(await databases.urlOf(dataDir));
      let owned: OwnedPartition | null = null;
      return {
        ownership: {
          async take(partition) {
            owned = await store.ownership.take(partition);
            return owned;
          },
        },
        settleOne: () => settleOne(store, owned!),
        settled: async () => (await readProgress(store.database, 0)).saved,
        close: () => store.close(),
      };
    },
  });

  let tests = 0;
  const opened: Store[] = [];

  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  async function openTwo(): Promise<[Store, Store]> {
    const url = await databases.urlOf(`lease ${++tests}`);
    const stores = [await openTestStore(url), await openTestStore(url)] as [Store, Store];
    opened.push(...stores);
    return stores;
  }

  /** Makes all leases expire, as if time had passed on the server. */
  async function expire({ database }: Store): Promise<void> {
    await database.query("UPDATE weir_store.partition_leases SET expires_at = clock_timestamp()");
  }

  const numbers = (owned: readonly OwnedPartition[]) => owned.map(({ partition }) => partition);

  test("gives each free partition to one process, however many ask at once", async () => {
    const [one, other] = await openTwo();
    const taken = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => (nth % 2 ? one : other).ownership.takeFree(10)),
    );
    const all = taken.flatMap(numbers);
    expect(new Set(all).size).toBe(all.length);
    for (const store of [one, other]) all.push(...numbers(await store.ownership.takeFree(partitionsMax)));
    expect(all.toSorted((left, right) => left - right)).toEqual([...Array(partitionsMax).keys()]);
  });

  test("keeps a partition with its owner while the lease is renewed, and frees it when the lease expires", async () => {
    const [one, other] = await openTwo();
    const [first] = await one.ownership.takeFree(1);
    await expire(one);
    expect(await one.ownership.renew([first!])).toEqual([first!]);
    expect(numbers(await other.ownership.takeFree(partitionsMax))).not.toContain(first!.partition);
    await expire(one);
    const [again] = await other.ownership.takeFree(1);
    expect(again!.epoch).toBeGreaterThan(first!.epoch - 1);
    const retaken = await other.ownership.takeFree(partitionsMax);
    const taken = [again!, ...retaken].find(({ partition }) => partition === first!.partition)!;
    expect(taken.epoch).toBe(first!.epoch + 1);
    expect(await one.ownership.renew([first!])).toEqual([]);
    const refused = await settleOne(one, first!).catch((error) => error);
    expect(refused).toBeInstanceOf(OwnershipLostError);
  });

  test("lets an owner with an expired lease continue until another takes the partition", async () => {
    const [one, other] = await openTwo();
    const [owned] = await one.ownership.takeFree(1);
    await expire(one);
    await settleOne(one, owned!);
    await other.ownership.take(owned!.partition);
    expect(await settleOne(one, owned!).catch((error) => error)).toBeInstanceOf(OwnershipLostError);
    expect((await readProgress(one.database, owned!.partition)).saved).toBe(1);
  });

  test("frees a returned partition at once, unless another process has it by then", async () => {
    const [one, other] = await openTwo();
    const [owned] = await one.ownership.takeFree(1);
    await one.ownership.release([owned!]);
    const [taken] = await other.ownership.takeFree(1);
    expect(taken).toEqual({ partition: owned!.partition, epoch: owned!.epoch + 1 });
    await one.ownership.release([owned!]);
    expect(await other.ownership.renew([taken!])).toEqual([taken!]);
  });

  test("leaves a partition with a running batch alone, and renews its lease meanwhile", async () => {
    const [one, other] = await openTwo();
    const owned = await one.ownership.take(5);
    await expire(one);
    await one.database.write(async (tx) => {
      await tx.query("SELECT FROM weir_store.partitions WHERE partition = 5 FOR NO KEY UPDATE");
      expect(numbers(await other.ownership.takeFree(partitionsMax))).toHaveLength(partitionsMax - 1);
      expect(await one.ownership.renew([owned])).toEqual([owned]);
    });
    expect(await other.ownership.takeFree(1)).toEqual([]);
  });
});

async function settleOne(
  { settlement, database }: Store,
  { partition, epoch }: OwnedPartition,
): Promise<void> {
  const { position: from, saved } = await readProgress(database, partition);
  const saves = new SavedReadings();
  saves.add(1, saved, 1, 0, -1, 0, "");
  await settlement.commit(emptyBatch({ from, to: { ...from, sequence: from.sequence + 1 }, saves }), epoch);
}
