import { afterEach, expect, test } from "bun:test";
import { describeUnless } from "../../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../../tests/harness/engines.ts";
import { onlyPartition } from "../../../queue/position.ts";
import { readProgress } from "../../engine/postgres/partition-row.ts";
import { emptyBatch } from "../../engine/postgres/test-batch.ts";
import { testDatabases } from "../../engine/postgres/test-databases.ts";
import { openTestStore } from "../../engine/postgres/test-postgres-store.ts";
import { SavedReadings } from "../saved-readings.ts";
import { storedIdentitiesContract } from "../stored-identities.contract.ts";
import { PostgresStoredCounts } from "./postgres-stored-counts.ts";
import { PostgresStoredIdentities } from "./postgres-stored-identities.ts";

type Store = Awaited<ReturnType<typeof openTestStore>>;

async function save({ database, settlement }: Store, epoch: number, saves: SavedReadings): Promise<void> {
  const { position } = await readProgress(database, onlyPartition);
  await settlement.commit(emptyBatch({ from: position, to: position, saves }), epoch);
}

describeUnless(await whyNoEngines(), "PostgreSQL", () => {
  const databases = testDatabases();

  storedIdentitiesContract("PostgresStoredIdentities", {
    async open(dataDir) {
      const store = await openTestStore(await databases.urlOf(dataDir));
      const { epoch } = await store.ownership.take(onlyPartition);
      return {
        identities: new PostgresStoredIdentities(store.database),
        save: (saves) => save(store, epoch, saves),
        close: store.close,
      };
    },
  });

  const opened: Store[] = [];
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  test("counts the readings of a sensor in rows and in blocks", async () => {
    const store = await openTestStore(await databases.urlOf("counts"));
    opened.push(store);
    const { epoch } = await store.ownership.take(onlyPartition);
    const counts = new PostgresStoredCounts(store.database);
    const add = async (sensorId: number, readings: number, fromUs: number) => {
      const saves = new SavedReadings();
      for (let nth = 0; nth < readings; nth++) saves.add(sensorId, fromUs + nth, nth, 0, -1, 0, "");
      await save(store, epoch, saves);
    };
    expect(await counts.of(1)).toBe(0);
    await add(1, 3, 0);
    await add(2, 5000, 0);
    await add(2, 2, 10_000);
    const { rows } = await store.database.query<{ blocks: number }>(
      "SELECT count(*) AS blocks FROM weir_store.blocks",
    );
    expect(rows[0]!.blocks).toBeGreaterThan(0);
    expect(await Promise.all([counts.of(1), counts.of(2), counts.of(3)])).toEqual([3, 5002, 0]);
  });
});
