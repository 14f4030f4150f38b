import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { testOnSmallDisk } from "../../../../tests/harness/test-on-small-disk.ts";
import { waitUntil } from "../../../../tests/harness/wait-until.ts";
import { ActivityRecorder, type PackedActivity } from "../activity/activity-recorder.ts";
import { isReached } from "../queue/position.ts";
import { at } from "../queue/test-positions.ts";
import { activityQueries } from "../store/activity/queries.ts";
import { SqliteStoreReader } from "../store/engine/sqlite/sqlite-store-reader.ts";
import { storeFile } from "../store/engine/sqlite/store-schema.ts";
import { PartitionScope } from "./partition-scope.ts";
import { endingChain, savingSensor, TestProcessing } from "./test-processing.ts";
import { RunningLoop } from "./test-running-loop.ts";

function oneReading(atUs: number): { readings: { sensorId: number; atUs: number }[] } {
  return { readings: [{ sensorId: savingSensor, atUs }] };
}

test("reports the store's position at the start, then settles the queue without being asked", async () => {
  const scene = new TestProcessing();
  const position = scene.append(oneReading(1));
  await using loop = await RunningLoop.start(scene);
  expect(loop.reports[0]).toEqual({
    parked: [],
    position: at(0),
    durablePosition: at(0),
    saved: 0,
    alreadyStored: 0,
    ended: 0,
    dead: 0,
  });
  await loop.settled(1);
  expect(loop.last).toMatchObject({ position: at(position), saved: 1 });
});

test("is woken by new readings, and settles those that come while it gathers together", async () => {
  await using loop = await RunningLoop.start();
  loop.scene.append(oneReading(1));
  loop.tell({ kind: "appended" });
  await loop.settled(1);
  const before = loop.reports.length;
  for (let atUs = 2; atUs <= 50; atUs++) {
    loop.scene.append(oneReading(atUs));
    loop.tell({ kind: "appended" });
  }
  await loop.settled(50);
  expect(loop.reports.length - before).toBeLessThanOrEqual(2);
});

test("answers every wake-up with a report, because the server sends the next one only after that", async () => {
  await using loop = await RunningLoop.start();
  loop.scene.append(oneReading(1));
  loop.tell({ kind: "appended" });
  await loop.settled(1);
  await loop.flush(1);
  // The report of these readings may reach the server before it announces them; then it announces them late.
  const before = loop.reports.length;
  loop.tell({ kind: "appended" });
  await loop.flush(2);
  expect(loop.reports.length).toBeGreaterThan(before);
});

test("writes the counts of nodes before a flush is answered, even if no more readings come", async () => {
  await using loop = await RunningLoop.start();
  loop.scene.append({ readings: [{ sensorId: savingSensor, atUs: 1 }] });
  loop.tell({ kind: "appended" });
  await loop.settled(1);
  loop.scene.append({ readings: [{ sensorId: savingSensor, atUs: 2 }] });
  loop.tell({ kind: "appended" });
  await loop.flush(1);
  const save = loop.scene.nodeCounts().find(({ nodeId }) => nodeId === "save")!;
  expect(save.readings).toBe(2);
});

test("answers a flush when everything sent before it is done", async () => {
  await using loop = await RunningLoop.start();
  loop.scene.append(oneReading(1));
  loop.tell({ kind: "appended" });
  loop.tell({ kind: "connected", connections: [[9, 5000]] });
  loop.scene.definitions.set(1, endingChain);
  loop.scene.versions.set(1, 2);
  loop.tell({ kind: "changed", deviceIds: null });
  loop.tell({ kind: "flush", ticket: 1, position: at(loop.scene.log.totals().position) });
  await loop.flush(2);
  expect([...loop.flushed.keys()]).toEqual([1, 2]);
  expect((await loop.scene.queries.connectionsOf([9])).get(9)!.lastConnectedMs).toBe(5000);
  expect(loop.flushed.get(1)).toBe(loop.scene.log.totals().position);
  loop.scene.append(oneReading(2));
  loop.tell({ kind: "appended" });
  await loop.flush(3);
  expect(loop.scene.times()).not.toContain(2);
});

test("makes a flush in the middle of a round wait for the messages just before it", async () => {
  await using loop = await RunningLoop.start();
  using stored = new Database(join(loop.scene.dataDir, storeFile), { readonly: true });
  const connected = stored.query("SELECT last_connected_ms AS ms FROM connections WHERE device_id = 9");
  let atFlush: unknown = null;
  loop.onFlushed = () => {
    atFlush = connected.get();
  };
  loop.onConnectionsWritten = () => {
    loop.onConnectionsWritten = () => undefined;
    loop.tell({ kind: "connected", connections: [[9, 5000]] });
    loop.tell({ kind: "flush", ticket: 1, position: null });
  };
  loop.scene.append(oneReading(1));
  loop.tell({ kind: "appended" });
  await waitUntil("the flush comes back", () => loop.flushed.has(1));
  expect(atFlush).toEqual({ ms: 5000 });
});

test("answers a flush after everything that was in the queue before it, however much that is", async () => {
  await using loop = await RunningLoop.start();
  await loop.flush(1);
  const { position } = loop.scene.appendMany(90);
  loop.tell({ kind: "appended" });
  await loop.flush(2);
  expect(loop.flushed.get(2)).toBe(position);
});

test("retries a fault of the store until it is fixed, with position and flushes waiting", async () => {
  await using loop = await RunningLoop.start();
  await loop.flush(1);
  const fault = loop.scene.breakStore("INSERT");
  const position = loop.scene.append(oneReading(1));
  loop.tell({ kind: "connected", connections: [[9, 5000]] });
  loop.tell({ kind: "appended" });
  loop.tell({ kind: "flush", ticket: 2, position: at(position) });
  await waitUntil("it has failed twice", () => loop.logLines.length >= 2);
  expect(loop.logLines[0]).toContain("integer overflow");
  expect(loop.flushed.has(2)).toBeFalse();
  expect(loop.last.position.sequence).toBe(0);
  fault.mend();
  await loop.settled(1);
  expect(loop.last.position.sequence).toBe(position);
  await waitUntil("the flush comes back", () => loop.flushed.has(2));
  expect(loop.logLines.filter((line) => line.includes("readings are settled again"))).toHaveLength(1);
});

test("ends the readings of a removed sensor from then on, and deletes its stored ones", async () => {
  await using loop = await RunningLoop.start();
  loop.scene.appendMany(5);
  loop.tell({ kind: "appended" });
  await loop.flush(1);
  expect(loop.scene.times()).toHaveLength(12_500);
  loop.removedSensors.push(savingSensor);
  loop.tell({ kind: "changed", deviceIds: [9] });
  loop.scene.append(oneReading(-1));
  loop.tell({ kind: "appended" });
  await waitUntil("nothing of the sensor is left", () => loop.scene.times().length === 0);
  await loop.settled(12_501);
  expect(loop.last).toMatchObject({ saved: 12_500, alreadyStored: 0, ended: 1 });
});

test("merges rows into blocks when idle", async () => {
  const scene = new TestProcessing();
  for (let nth = 0; nth < 1100; nth += 10) {
    scene.store.begin();
    for (let atUs = nth; atUs < nth + 10; atUs++) scene.store.save(savingSensor, atUs, 1, atUs, -1, 0, "");
    scene.store.commit(at(0), at(0), { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  }
  await using loop = await RunningLoop.start(scene);
  const rows = () => loop.scene.store.database.query("SELECT count(*) AS rows FROM readings").get();
  await waitUntil(
    "a block is full",
    () => Bun.deepEquals(rows(), { rows: 0 }) || Bun.deepEquals(rows(), { rows: 76 }),
  );
  expect(loop.scene.times()).toHaveLength(1100);
});

test("files staged rows after a batch when there are many", async () => {
  await using loop = await RunningLoop.start();
  const { store } = loop.scene;
  const parts = () => store.database.query("SELECT part FROM staged_parts").all().length;
  for (let atUs = 0; atUs < 64; atUs++) {
    store.begin();
    for (let sensorId = 100; sensorId < 1200; sensorId++) store.save(sensorId, atUs, 1, atUs, -1, 0, "");
    store.commit(at(0), at(0), { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  }
  expect(parts()).toBe(64);
  loop.scene.append(oneReading(1));
  loop.tell({ kind: "appended" });
  await waitUntil("nothing is staged", () => parts() === 0);
  expect(loop.scene.times()).toHaveLength(1);
});

test("makes everything durable when idle and reports it, even after a reader was in the way", async () => {
  await using loop = await RunningLoop.start();
  using lasting = new Database(join(loop.scene.dataDir, storeFile), { readonly: true });
  lasting.run("BEGIN");
  lasting.query("SELECT count(*) FROM readings").get();
  const position = loop.scene.append(oneReading(1));
  loop.tell({ kind: "appended" });
  await waitUntil("it has failed", () => loop.logLines.some((line) => line.includes("will be retried")));
  expect(loop.last.position.sequence).toBe(position);
  expect(loop.last.durablePosition.sequence).toBeLessThan(position);
  lasting.run("COMMIT");
  await waitUntil("all is durable", () => loop.last.durablePosition.sequence === position);
  expect(loop.reports.every((report) => isReached(report.durablePosition, report.position))).toBeTrue();
});

test("settles everything in the queue before it stops, and leaves it durable", async () => {
  await using loop = await RunningLoop.start();
  await loop.flush(1);
  const { position, readings } = loop.scene.appendMany(90);
  await loop.stop();
  expect(loop.last).toEqual({
    parked: [],
    position: at(position),
    durablePosition: at(position),
    saved: readings,
    alreadyStored: 0,
    ended: 0,
    dead: 0,
  });
});

test("does not run twice at a time, nor again after it has ended", async () => {
  await using loop = await RunningLoop.start();
  await expect(loop.runAgain()).rejects.toThrow(/must not go from "\w+" to "loading"/);
  await loop.stop();
  await expect(loop.runAgain()).rejects.toThrow('The processor loop must not go from "ended" to "loading".');
});

test("ends with the first fault that broke it, and is not started again", async () => {
  await using loop = await RunningLoop.start();
  const fault = new Error("the disk is broken");
  expect(await loop.rejection(fault, new Error("another"))).toBe(fault);
  await expect(loop.runAgain()).rejects.toBe(fault);
});

testOnSmallDisk("does not end if the disk is full when it would make things durable", async (disk) => {
  await using loop = await RunningLoop.start(new TestProcessing(disk.path));
  loop.scene.appendMany(10);
  loop.tell({ kind: "appended" });
  await loop.settled(25_000);
  disk.fill();
  await waitUntil("making durable has failed", () => loop.logLines.length > 0, 4000).finally(() =>
    disk.free(),
  );
  const position = loop.scene.append(oneReading(-1));
  loop.tell({ kind: "appended" });
  await waitUntil("all is durable", () => loop.last.durablePosition.sequence === position);
});

test("writes statistics before a flush is answered, and compacts them as they age", async () => {
  await using running = await RunningLoop.start();
  const { scene } = running;
  const rows = () => scene.rows("SELECT unit_s, accepted FROM sensor_statistics");
  scene.append({ readings: [{ sensorId: savingSensor, atUs: 1 }] });
  running.tell({ kind: "appended" });
  await running.flush(1);
  expect(rows()).toEqual([{ unit_s: 300, accepted: 1 }]);
  scene.nowMs += 7 * 3_600_000;
  running.tell({ kind: "appended" });
  await running.flush(2);
  await waitUntil("the slot is an hour", () => Bun.deepEquals(rows(), [{ unit_s: 3600, accepted: 1 }]));
});

/** One request of a device, as the server reports it. */
function activityOf(deviceId: number): PackedActivity {
  const recorder = new ActivityRecorder({ keptPerDevice: 200, boot: 1 });
  recorder.request({
    accountId: 1,
    deviceId,
    requestNumber: 1,
    arrivalMs: 1000,
    durationMs: 1,
    source: "127.0.0.1",

    endpoint: "single",
    sensorId: 3,
    bodyBytes: 10,
    status: 202,
    error: null,
    accepted: 1,
    duplicates: 0,
    clockOffsetMs: 250,
    position: at(1),
    trouble: null,
  });
  return recorder.collect()!;
}

test.each([
  ["the only partition", new PartitionScope(0, 1)],
  ["one of several partitions", new PartitionScope(9, 64)],
])(
  "makes activity readable after a flush, and deletes it with its device, as owner of %s",
  async (_, scope) => {
    await using loop = await RunningLoop.start(new TestProcessing(), scope);
    const activity = activityOf(9);
    loop.tell({ kind: "activity", activity });
    await loop.flush(1);
    const queries = activityQueries(new SqliteStoreReader(loop.scene.dataDir));
    const kept = async (): Promise<number> =>
      (await queries.requests({ accountId: 1, deviceId: 9, limit: 9 })).length;
    expect(await kept()).toBe(1);
    expect(await loop.scene.queries.clockOffsetMs(9)).toBe(250);
    loop.deletedDevices.add(9);
    loop.tell({ kind: "changed", deviceIds: [9] });
    loop.tell({ kind: "activity", activity });
    await loop.flush(2);
    expect(await kept()).toBe(0);
    await queries.close();
  },
);

test("settles readings even if activity cannot be written", async () => {
  await using loop = await RunningLoop.start();
  await loop.flush(1);
  const fault = loop.scene.breakStore("INSERT", "requests");
  loop.tell({ kind: "activity", activity: activityOf(1) });
  loop.scene.append(oneReading(1));
  loop.tell({ kind: "appended" });
  await loop.settled(1);
  expect(loop.logLines.join()).toContain("integer overflow");
  fault.mend();
});
