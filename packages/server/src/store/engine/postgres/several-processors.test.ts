import { afterEach, beforeEach, expect, test } from "bun:test";
import { describeUnless } from "../../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../../tests/harness/engines.ts";
import { tempFolder } from "../../../../../../tests/harness/temp-folder.ts";
import type { RejectedReading } from "../../../activity/activity-record.ts";
import { sampleRecord } from "../../activity/test-activity-scene.ts";
import type { RaisedAlarm } from "../../alarms/record.ts";
import type { UnsavedEnd } from "../../receipts/reading-fates.ts";
import { UnsavedEndWriter } from "../../receipts/unsaved-ends-postgres.ts";
import type { CountedReadings } from "../../statistics/counted-readings.ts";
import { activityPart } from "../../test-owner.ts";
import { emptyBatch } from "./test-batch.ts";
import { testDatabases } from "./test-databases.ts";
import { Processor } from "./test-processor.ts";
import { openRecordStore } from "./test-record-store.ts";

const nowMs = 1_779_998_400_000;
const alarm: RaisedAlarm = {
  accountId: 1,
  deviceId: 2,
  sensorId: 3,
  chainId: 5,
  nodeId: "hot",
  name: "too hot",
  severity: "critical",
  message: "It is too hot.",
  raisedUs: 1000,
  value: 99.5,
};

const letter = {
  reason: "no such unit",
  diedMs: 1,
  accountId: 1,
  deviceId: 2,
  sensorId: 3,
  chainId: 5,
  chainVersion: 7,
  nodeId: "n1",
  nodeInput: null,
  atUs: 1,
  value: 2,
  receivedUs: 3,
  deviceUs: null,
  metadata: null,
  batteryVolts: null,
  raw: null,
};

describeUnless(await whyNoEngines(), "processors of several partitions", () => {
  const databases = testDatabases();
  let folder: ReturnType<typeof tempFolder>;
  let url: string;
  let processors: Processor[];

  beforeEach(async () => {
    folder = tempFolder();
    url = await databases.urlOf(folder.path);
    processors = await Promise.all([0, 1, 2].map((partition) => Processor.start(url, partition)));
  });

  afterEach(async () => {
    for (const { store } of processors) await store.close();
    folder[Symbol.dispose]();
  });

  test("add to the same counts at once, in any order of their lists, without losing any", async () => {
    const batches = 25;
    const keys = Array.from({ length: 20 }, (_, nth) => nth + 1);
    const readings = (accountId: number, partition: number): CountedReadings => ({
      accountId,
      deviceId: 100 * accountId + partition,
      sensorId: 1,
      accepted: 1,
      saved: 1,
      alreadyStored: 0,
      ended: 0,
      dead: 0,
      duplicates: 0,
      rejected: {},
    });
    await Promise.all(
      processors.map(async (processor) => {
        const { partition } = processor;
        for (let batch = 0; batch < batches; batch++) {
          // Each processor begins at another key and goes in another direction, so that they would deadlock if they
          // wrote in this order.
          const turned = [...keys.slice(batch % 20), ...keys.slice(0, batch % 20)];
          const order = (batch + partition) % 2 === 0 ? turned : turned.toReversed();
          await processor.commit({
            nodeCounts: order.map((chainId) => ({
              chainId,
              nodeId: "n",
              output: "out",
              readings: 1,
              ended: 1,
            })),
            nodeErrors: order.map((chainId) => {
              return { chainId, nodeId: "n", sensorId: partition, happenedMs: batch, reason: "no such unit" };
            }),
            statistics: { counts: order.map((accountId) => readings(accountId, partition)), nowMs },
          });
        }
      }),
    );
    const { chainQueries, statisticsQueries } = processors[0]!.store;
    const total = processors.length * batches;
    expect((await chainQueries.nodeCounts(keys)).map(({ readings, ended }) => [readings, ended])).toEqual(
      keys.map(() => [total, total]),
    );
    for (const accountId of keys)
      expect((await statisticsQueries.total({ accountId }, nowMs, nowMs + 1)).accepted).toBe(total);
    expect((await statisticsQueries.total({ accountId: "all" }, nowMs, nowMs + 1)).saved).toBe(20 * total);
  });

  test("have their own alarms, ids, dead letters and parked readings", async () => {
    const frame = { accountId: 1, deviceId: 2, firstOrdinal: 1, readings: 1, due: null };
    for (const processor of processors) {
      const { partition } = processor;
      // Ids include the partition, so that two processors never assign the same one.
      const id = 64 + partition;
      await processor.commit({
        alarms: [{ kind: "raised", id, alarm: { ...alarm, sensorId: 10 + partition } }],
        deadLetters: [{ ...letter, id }],
        parked: [{ ...frame, position: { partition, sequence: 1 }, data: new Uint8Array([partition]) }],
      });
    }
    for (const { store, partition } of processors) {
      const { queries } = store;
      expect(await queries.lastIds()).toEqual({ alarm: 64 + partition, deadLetter: 64 + partition });
      expect((await queries.activeAlarms()).map(({ sensorId }) => sensorId)).toEqual([10 + partition]);
      const letters = await queries.deadLetters({ accountId: null, sensorId: null, fromId: 0, limit: 9 });
      expect(letters.map(({ id }) => id)).toEqual([64 + partition]);
      expect((await queries.backlogs()).map(({ readings }) => readings)).toEqual([1]);
      expect((await queries.parked(1, 100)).map(({ data }) => [...data])).toEqual([[partition]]);
    }
  });

  test("forget only their own fates, and share the latest horizon", async () => {
    const fates = (requestNumber: number, lastArrivalMs: number) => ({
      lastArrivalMs,
      ends: [
        { fate: "ended", chainId: 1, chainVersion: 1, nodeId: "n", output: "out", onPurpose: true },
      ] as const,
      runs: [{ requestBoot: 1, requestNumber, first: 0, readings: 1, end: 0, letterId: null }],
    });
    const counts = { saved: 0, alreadyStored: 0, ended: 1, dead: 0 };
    const small = await openRecordStore(url, { receiptBytesMax: 1000 }, 5);
    const { epoch } = await small.ownership.take(5);
    await processors[0]!.commit({ complete: () => ({ counts, fates: fates(1, 100) }) });
    for (let sequence = 0; sequence < 50; sequence++) {
      const place = (at: number) => ({ partition: 5, sequence: at });
      const complete = () => ({ counts, fates: fates(10_000 * (sequence + 1), 1000 + sequence) });
      await small.settlement.commit(
        emptyBatch({ from: place(sequence), to: place(sequence + 1), complete }),
        epoch,
      );
    }
    expect(await small.receiptQueries.fates(1, 1)).toHaveLength(1);
    expect(await small.receiptQueries.fates(1, 10_000)).toEqual([]);
    expect(await small.receiptQueries.forgottenBeforeMs()).toBeWithin(1001, 1050);
    await small.close();
  });

  test("keep an account within its limits together, without a deadlock", async () => {
    let id = 0;
    const rejected: RejectedReading = {
      accountId: 1,
      deviceId: 1,
      requestId: "a1b2c3d4e5f6-1",
      position: 0,
      arrivalMs: 1,
      reason: "dropped_unknown_sensor",
      correctionUs: 0,
      urlSensor: null,
      entry: "{}",
    };
    await Promise.all(
      processors.map(async (processor) => {
        const { store, partition, epoch } = processor;
        for (let batch = 0; batch < 20; batch++) {
          const deadLetters = Array.from({ length: 15 }, () => ({ ...letter, id: ++id }));
          await processor.commit({ deadLetters, removedLetterIds: [deadLetters[0]!.id - 10] });
          const quarantined = Array.from({ length: 15 }, () => ({ ...rejected, deviceId: partition }));
          const parts = [activityPart({ quarantined })];
          await store.activityKeeper.keep({ parts, forgottenDeviceIds: [], nowMs }, epoch);
        }
      }),
    );
    const { chainQueries, activityQueries, database } = processors[0]!.store;
    // Processors that write at once do not see each other's rows yet: one may find no need to delete, or all may delete
    // what one should.
    expect(await chainQueries.deadLetterTotals([5])).toEqual([{ chainId: 5, letters: expect.any(Number) }]);
    const { rows } = await database.query<{ subject: string; counted: number; kept: number }>(
      `SELECT subject, sum(rows)::int8 AS counted, CASE subject
         WHEN 'dead_letters' THEN (SELECT count(*) FROM weir_store.dead_letters)
         ELSE (SELECT count(*) FROM weir_store.quarantine) END AS kept
       FROM weir_store.kept_rows GROUP BY subject ORDER BY subject`,
    );
    expect(rows.map(({ subject }) => subject)).toEqual(["dead_letters", "quarantine"]);
    for (const { counted, kept } of rows) {
      expect(counted).toBe(kept);
      expect(kept).toBeWithin(1, 146);
    }
    expect(await activityQueries.quarantinedCount(1, 1000)).toBe(rows[1]!.kept);
  });

  test("forget devices of their own partitions", async () => {
    const writers = processors.filter(({ partition }) => partition !== 0);
    for (const { store, partition, epoch } of writers) {
      const records = [64, 128].map((first) => sampleRecord(first, { deviceId: first + partition }));
      const parts = [activityPart({ records, troubles: new Map([[64 + partition, nowMs]]) })];
      await store.activityKeeper.keep({ parts, forgottenDeviceIds: [], nowMs }, epoch);
      expect(await store.activityKeeper.devices()).toEqual(new Set([64 + partition, 128 + partition]));
    }
    await Promise.all(
      writers.map(({ store, partition, epoch }) =>
        store.activityKeeper.keep({ parts: [], forgottenDeviceIds: [64 + partition], nowMs }, epoch),
      ),
    );
    for (const { store, partition } of writers)
      expect(await store.activityKeeper.devices()).toEqual(new Set([128 + partition]));
  });

  test("find and forget the devices of all partitions as owner of the first", async () => {
    const [first, other] = processors as [Processor, Processor];
    expect([first.partition, other.partition]).toEqual([0, 1]);
    const records = [sampleRecord(1, { deviceId: 193 })];
    const parts = [activityPart({ records })];
    await other.store.activityKeeper.keep({ parts, forgottenDeviceIds: [], nowMs }, other.epoch);
    const keeper = first.store.activityKeeper;
    expect(await keeper.devices()).toContain(193);
    await keeper.keep({ parts: [], forgottenDeviceIds: [193], nowMs }, first.epoch);
    expect(await keeper.devices()).not.toContain(193);
  });

  test("forget the oldest losses beyond the shared limit", async () => {
    const [{ store }] = processors as [Processor];
    const unsavedEnds = Array.from({ length: 30 }, (_, nth) => ({
      accountId: 1,
      deviceId: nth,
      fate: "ended",
      chainId: 5,
      chainVersion: 1,
      nodeId: "n",
      output: "out",
      sensorId: 1,
      value: 1,
      firstMs: 1,
      lastMs: 100 + nth,
    })) as UnsavedEnd[];
    const writer = new UnsavedEndWriter(10);
    for (const batch of [unsavedEnds.slice(0, 5), unsavedEnds.slice(5), unsavedEnds.slice(25)])
      await store.database.write((tx) => writer.write(tx, emptyBatch({ unsavedEnds: batch })));
    const left = await store.receiptQueries.unsavedEnds(1, 0, 100);
    expect(left.map(({ deviceId }) => deviceId)).toEqual([29, 28, 27, 26, 25, 24, 23, 22, 21, 20]);
  });

  test("commit texts that PostgreSQL cannot hold, with a replacement character", async () => {
    const [processor] = processors;
    const from = { accountId: 1, sensorId: 3, chainId: 5, nodeId: "n\0" };
    await processor!.commit({
      states: ["n\0", "n\ufffd"].map((nodeId) => {
        return { node: { chainId: 5, nodeId }, sensorId: 3, state: new Uint8Array([1]) };
      }),
      alarms: [{ kind: "raised", id: 1, alarm: { ...alarm, message: "Too\0hot" } }],
      messages: [
        {
          ...from,
          key: "k",
          destination: "mail",
          nowMs: 1,
          message: { kind: "mail", to: ["ada@example.org"], subject: "\0", text: "Too\0hot" },
        },
      ],
    });
    const { chainQueries, outboxQueries } = processor!.store;
    const [kept] = await chainQueries.alarms({ accountId: 1, limit: 1 });
    expect(kept?.message).toBe("Too\ufffdhot");
    expect((await outboxQueries.list({ limit: 1 }))[0]?.message).toMatchObject({ text: "Too\0hot" });
  });
});
