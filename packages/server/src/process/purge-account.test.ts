import { expect, test } from "bun:test";
import { describeUnless } from "../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../tests/harness/engines.ts";
import { openEmbeddedStore } from "../installation/embedded/open-store.ts";
import { systemClock } from "../platform/clock.ts";
import { onlyPartition } from "../queue/position.ts";
import { SqliteBacklog } from "../store/backlog/writer-sqlite.ts";
import { PostgresHousekeeping } from "../store/engine/postgres/postgres-housekeeping.ts";
import { testDatabases } from "../store/engine/postgres/test-databases.ts";
import { openRecordStore } from "../store/engine/postgres/test-record-store.ts";
import { MonthPartitions } from "../store/readings/postgres/month-partitions.ts";
import type { Settlement } from "../store/settlement.ts";
import { StatisticsTidier } from "../store/statistics/tidier-postgres.ts";
import { answerRequest } from "./answer-request.ts";
import { append, node, row, sceneWith } from "./chains/test-chain-scene.ts";
import type { Processor } from "./processor.ts";
import type { RequestParts } from "./request-parts.ts";
import { savingSensor, type TestProcessing } from "./test-processing.ts";

/** The store of an engine, opened by the owner of its first partition. */
interface Engine extends AsyncDisposable {
  readonly settlement: Settlement;
  readonly parts: Pick<RequestParts, "queries" | "housekeeping" | "activityKeeper" | "epoch">;
  /** How many rows a table has about the sensor. */
  count(table: "readings" | "alarms"): Promise<number>;
}

const raising = row(
  ["out", node("save", "save")],
  ["saved", node("raise", "raise-alarm", { name: "hot", severity: "warning", message: "It is hot." })],
);

async function onSqlite({ dataDir }: TestProcessing): Promise<Engine> {
  const store = openEmbeddedStore(dataDir, {});
  const { epoch } = await store.ownership.take(onlyPartition);
  const { database } = store.store;
  return {
    settlement: store.settlement,
    parts: {
      queries: store.queries,
      housekeeping: store.housekeepingOf(onlyPartition),
      activityKeeper: store.activityKeeperOf(onlyPartition),
      epoch,
    },
    count: async (table) =>
      database.query(`SELECT 1 FROM ${table} WHERE sensor_id = ${savingSensor}`).all().length,
    [Symbol.asyncDispose]: () => store.close(),
  };
}

async function onPostgres(url: string): Promise<Engine> {
  const store = await openRecordStore(url);
  const { database, settlement, queries, activityKeeper } = store;
  const { epoch } = await store.ownership.take(onlyPartition);
  const housekeeping = new PostgresHousekeeping({
    database,
    partition: onlyPartition,
    months: new MonthPartitions(database),
    statistics: new StatisticsTidier(),
    keptFromUs: async () => null,
    clock: systemClock,
  });
  return {
    settlement,
    parts: { queries, housekeeping, activityKeeper, epoch },
    count: async (table) =>
      (await database.query(`SELECT 1 FROM weir_store.${table} WHERE sensor_id = $1`, [savingSensor])).rows
        .length,
    [Symbol.asyncDispose]: () => store.close(),
  };
}

async function purgesAfterBatch(scene: TestProcessing, { settlement, parts, count }: Engine): Promise<void> {
  const committing = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const held: Settlement = {
    joinsBatches: settlement.joinsBatches,
    durable: (partition) => settlement.durable(partition),
    rest: (partition) => settlement.rest(partition),
    async commit(batch, epoch) {
      committing.resolve();
      await release.promise;
      return await settlement.commit(batch, epoch);
    },
  };
  const processor = scene.processor({ ...parts, settlement: held });
  append(scene, [31]);
  const settled = processor.settleNext();
  await committing.promise;
  const { accountId, deviceId } = scene.chains.of(savingSensor)!.source;
  const devices = [{ deviceId, sensorIds: [savingSensor] }];
  const purged = answerRequest(
    { kind: "purge devices", accountId, devices },
    { ...scene.requestParts(processor, scene.newest!), ...parts },
  );
  // Long enough for a purge that does not wait.
  for (let round = 0; round < 20; round++) await parts.queries.backlogs();
  release.resolve();
  await settled;
  expect(await purged).toMatchObject({ complete: true });
  expect([await count("readings"), await count("alarms")]).toEqual([0, 0]);
}

test("deletes the records of a device after a batch that is being committed", async () => {
  using scene = sceneWith(raising);
  await using engine = await onSqlite(scene);
  await purgesAfterBatch(scene, engine);
});

/** Purges the device of the saving sensor, then its account, until both are complete. */
async function purgeAll(scene: TestProcessing, processor: Processor, parts: RequestParts): Promise<void> {
  const { accountId, deviceId } = scene.chains.of(savingSensor)!.source;
  const devices = [{ deviceId, sensorIds: [savingSensor] }];
  for (const request of [
    { kind: "purge devices", accountId, devices },
    { kind: "purge account", accountId },
  ] as const)
    expect(await answerRequest(request, parts)).toMatchObject({ complete: true });
  await processor.writeCounts();
}

const counts = ["sensor_statistics", "account_statistics"] as const;

test("leaves no counts of a device and an account that waited to be written", async () => {
  using scene = sceneWith(raising);
  const processor = scene.processor();
  append(scene, [31]);
  await processor.settleNext();
  expect(counts.flatMap((table) => scene.rows(`SELECT * FROM ${table}`))).toEqual([]);
  await purgeAll(scene, processor, scene.requestParts(processor, scene.newest!));
  expect(counts.flatMap((table) => scene.rows(`SELECT * FROM ${table}`))).toEqual([]);
});

test("leaves no counts of an account that waited to be written when its devices were gone", async () => {
  using scene = sceneWith(raising);
  const processor = scene.processor();
  append(scene, [31]);
  await processor.settleNext();
  const parts = scene.requestParts(processor, scene.newest!);
  const purged = await answerRequest({ kind: "purge account", accountId: 1 }, parts);
  expect(purged).toMatchObject({ complete: true });
  await processor.writeCounts();
  expect(scene.rows("SELECT * FROM account_statistics")).toEqual([]);
});

test("deletes nothing while readings of the account are parked", async () => {
  using scene = sceneWith(raising);
  const first = scene.processor();
  append(scene, [31]);
  await first.settleNext();
  const { accountId, deviceId } = scene.chains.of(savingSensor)!.source;
  const frame = {
    accountId,
    deviceId,
    position: first.position,
    firstOrdinal: 0,
    readings: 1,
    due: null,
    data: scene.pack({ readings: [{ sensorId: savingSensor, atUs: 1 }] }),
  };
  new SqliteBacklog(scene.store.database).park(frame);
  const processor = scene.processor();
  const parts = scene.requestParts(processor, scene.newest!);
  const devices = [{ deviceId, sensorIds: [savingSensor] }];
  const waits = { deleted: 0, complete: false };
  expect(await answerRequest({ kind: "purge devices", accountId, devices }, parts)).toEqual(waits);
  expect(await answerRequest({ kind: "purge account", accountId }, parts)).toEqual(waits);
  expect(scene.values()).toEqual([31]);
});

describeUnless(await whyNoEngines(), "on PostgreSQL", () => {
  const databases = testDatabases();

  test("deletes the records of a device after a batch that is being committed", async () => {
    using scene = sceneWith(raising);
    await using engine = await onPostgres(await databases.urlOf(scene.dataDir));
    await purgesAfterBatch(scene, engine);
  });
});
