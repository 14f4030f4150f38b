import { afterEach, beforeEach, expect, test } from "bun:test";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import type { CollectedActivity, RefusedRequests, RejectedReading } from "../activity/activity-record.ts";
import { createLog } from "../platform/log.ts";
import { at } from "../queue/test-positions.ts";
import { SqliteActivityKeeper } from "../store/activity/keeper-sqlite.ts";
import { type ActivityQueries, activityQueries } from "../store/activity/queries.ts";
import { SqliteActivityStore } from "../store/activity/store-sqlite.ts";
import { nthOf, sampleRecord } from "../store/activity/test-activity-scene.ts";
import { SqliteStoreReader } from "../store/engine/sqlite/sqlite-store-reader.ts";
import { SqliteReadingQueries } from "../store/readings/sqlite/sqlite-reading-queries.ts";
import { SqliteReadingStore } from "../store/readings/sqlite/sqlite-reading-store.ts";
import type { CountedReadings } from "../store/statistics/counted-readings.ts";
import { ActivityWriter } from "./activity-writer.ts";

const rejected: RejectedReading = {
  accountId: 1,
  deviceId: 7,
  requestId: "a-1",
  position: 0,
  reason: "dropped_unknown_sensor",
  arrivalMs: 1000,
  correctionUs: 0,
  urlSensor: null,
  entry: "{}",
};
/** A device of another partition. */
const other = 8;
const nothing: CollectedActivity = {
  records: [],
  rejected: [],
  refusals: [],
  refusedRequests: [],
  keptPerDevice: 200,
};

let folder: ReturnType<typeof tempFolder>;
let store: SqliteReadingStore;
let queries: ActivityQueries;
let readings: SqliteReadingQueries;
let writer: ActivityWriter;
let devices: number[];
let counted: (CountedReadings & { nowMs: number })[];
let countedRequests: (RefusedRequests & { nowMs: number })[];
let logLines: string[];
let isBroken: boolean;

beforeEach(() => {
  folder = tempFolder();
  store = new SqliteReadingStore(folder.path);
  queries = activityQueries(new SqliteStoreReader(folder.path));
  readings = new SqliteReadingQueries(folder.path);
  devices = [7, 8, 9];
  counted = [];
  countedRequests = [];
  logLines = [];
  isBroken = false;
  writer = start();
});
afterEach(async () => {
  await queries.close();
  await readings.close();
  store.close();
  folder[Symbol.dispose]();
});

/** Creates the writer as the processor does at its start. */
function start(): ActivityWriter {
  return new ActivityWriter({
    store: new SqliteActivityKeeper({
      store,
      activity: new SqliteActivityStore(store.database),
      statistics: {
        add(counts, nowMs) {
          if (isBroken) throw new Error("a fault");
          counted.push(...counts.map((count) => ({ ...count, nowMs })));
        },
        addRefused(requests, nowMs) {
          countedRequests.push(...requests.map((request) => ({ ...request, nowMs })));
        },
      },
    }),
    epoch: 0,
    deviceIds: (deviceId) => devices.filter((id) => deviceId === undefined || id === deviceId),
    isOwn: (deviceId) => deviceId !== other,
    hasAccount: (accountId) => accountId === 1,
    tenantOf: (accountId) => accountId,
    clock: { nowMs: () => 5000 },
    log: createLog("info", "test", (line) => logLines.push(line)),
  });
}

async function kept(): Promise<number[]> {
  return (await queries.requests({ accountId: 1, limit: 1000 })).map(nthOf);
}

const refusal = {
  accountId: 1,
  deviceId: 7,
  sensorId: 3,
  duplicates: 2,
  rejected: { dropped_missing_value: 1 },
};

test("writes requests, rejected readings and refusals together", async () => {
  const refusedRequests = [{ accountId: 1, refused: { validation_failed: 20 } }];
  const refused = { rejected: [rejected], refusals: [refusal], refusedRequests };
  writer.receive({ ...nothing, records: [sampleRecord(1)], ...refused });
  await writer.write();
  expect(await kept()).toEqual([1]);
  expect(await queries.quarantined({ accountId: 1, deviceId: 7, limit: 9 })).toHaveLength(1);
  const none = { accepted: 0, saved: 0, alreadyStored: 0, ended: 0, dead: 0 };
  expect(counted).toEqual([{ ...refusal, ...none, nowMs: 5000 }]);
  expect(countedRequests).toEqual([{ ...refusedRequests[0]!, nowMs: 5000 }]);
  expect(writer.isDue).toBeFalse();
  expect(store.progress().position).toEqual(at(0));
});

test("keeps no more requests of a device than the message allows", async () => {
  const records = Array.from({ length: 9 }, (_, nth) => sampleRecord(nth));
  writer.receive({ ...nothing, records, keptPerDevice: 3 });
  await writer.write();
  expect(await kept()).toEqual([8, 7, 6]);
});

test("uses the clock of the newest request of a device that showed one", async () => {
  const records = [
    sampleRecord(5, { clockOffsetMs: -700 }),
    sampleRecord(4, { clockOffsetMs: 100 }),
    sampleRecord(6),
    sampleRecord(7, { deviceId: 8 }),
  ];
  writer.receive({ ...nothing, records });
  await writer.write();
  expect(await Promise.all([7, 8].map((id) => readings.clockOffsetMs(id)))).toEqual([-700, null]);
});

test("tells right clocks from wrong ones by requests of which something was accepted", async () => {
  const behindMs = 1_800_000_000_000;
  const records = [
    sampleRecord(4, { accepted: 1 }),
    sampleRecord(5, { accepted: 1, behindMs }),
    sampleRecord(6, { accepted: 0, duplicates: 1 }),
    sampleRecord(7, { deviceId: 8, accepted: 1 }),
  ];
  writer.receive({ ...nothing, records });
  await writer.write();
  expect(await readings.devicesWithWrongClocks()).toEqual([7]);
  writer.receive({ ...nothing, records: [sampleRecord(8, { accepted: 1 })] });
  await writer.write();
  expect(await readings.devicesWithWrongClocks()).toEqual([]);
});

test("marks a device as troubled when it is refused or rejected, not when it repeats readings", async () => {
  const records = [
    sampleRecord(5, { error: "invalid_token", status: 401 }),
    sampleRecord(4, { rejected: { dropped_unknown_sensor: 1 } }),
    sampleRecord(6, { duplicates: 3 }),
    sampleRecord(7, { deviceId: 8, duplicates: 3, rejected: {} }),
    sampleRecord(8, { deviceId: 9, rejected: { dropped_future_timestamp: 2 } }),
  ];
  writer.receive({ ...nothing, records, refusals: [refusal, { ...refusal, deviceId: 8, rejected: {} }] });
  await writer.write();
  const { arrivalMs } = sampleRecord(0);
  expect(await queries.lastTroubledOf([7, 8, 9])).toEqual(
    new Map([
      [7, arrivalMs + 5],
      [9, arrivalMs + 8],
    ]),
  );
});

test("marks a device as troubled even if its requests are not kept", async () => {
  writer.receive({ ...nothing, refusals: [refusal], keptPerDevice: 0 });
  await writer.write();
  expect(await queries.lastTroubledOf([7])).toEqual(new Map([[7, 5000]]));
});

test("keeps what could not be written for the next message, up to a limit, with nothing half written", async () => {
  isBroken = true;
  for (let nth = 0; nth < 10; nth++) {
    writer.receive({ ...nothing, records: [sampleRecord(nth)], refusals: [refusal] });
    await expect(writer.write()).rejects.toThrow("a fault");
    expect(writer.isDue).toBeFalse();
  }
  expect(await kept()).toEqual([]);
  isBroken = false;
  writer.receive({ ...nothing, records: [sampleRecord(10)] });
  await writer.write();
  expect(await kept()).toEqual([10, 9, 8, 7, 6, 5, 4, 3]);
  expect(logLines.join()).toContain("was lost");
});

test("forgets a deleted device, and drops its activity that arrives later", async () => {
  const records = [sampleRecord(1, { error: "invalid_token" }), sampleRecord(2, { deviceId: 8 })];
  writer.receive({ ...nothing, records, rejected: [rejected] });
  await writer.write();
  writer.deviceChanged(7, true);
  await writer.write();
  expect(await kept()).toEqual([2, 1]);
  expect(await queries.troubledSince(0)).toEqual([7]);
  devices = [8];
  writer.deviceChanged(7, true);
  await writer.write();
  expect(await kept()).toEqual([2]);
  writer.receive({ ...nothing, records, rejected: [rejected], refusals: [refusal] });
  await writer.write();
  expect(await kept()).toEqual([2, 2]);
  expect(await queries.quarantined({ accountId: 1, deviceId: 7, limit: 9 })).toEqual([]);
  expect(await queries.troubledSince(0)).toEqual([]);
  expect(counted).toEqual([]);
});

test("forgets devices that were deleted while the processor was down, a few at a time", async () => {
  const records = Array.from({ length: 25 }, (_, nth) => sampleRecord(nth, { deviceId: 100 + nth }));
  devices = [7, ...records.map(({ deviceId }) => deviceId)];
  writer.receive({ ...nothing, records: [sampleRecord(99), ...records] });
  await writer.write();
  devices = [7];
  writer = start();
  await writer.lookForDeleted();
  const left: number[] = [];
  while (writer.isDue) {
    await writer.write();
    left.push((await kept()).length);
  }
  expect(left).toEqual([16, 6, 1]);
  expect(await kept()).toEqual([99]);
});

test("forgets a device of another partition only if it may have written activity of it, and writes nothing more", async () => {
  writer.receive({ ...nothing, records: [1, 2].map((nth) => sampleRecord(nth, { deviceId: other })) });
  await writer.write();
  devices = [7];
  writer.deviceChanged(other, false);
  expect(writer.isDue).toBeFalse();
  expect(await kept()).toEqual([2, 1]);
  writer.deviceChanged(other, true);
  writer.receive({ ...nothing, records: [sampleRecord(2, { deviceId: other }), sampleRecord(3)] });
  await writer.write();
  expect(await kept()).toEqual([3]);
});

test("counts no refused requests for an account that was deleted before they arrived", async () => {
  const refused = { validation_failed: 20 };
  writer.receive({ ...nothing, refusedRequests: [1, 2].map((accountId) => ({ accountId, refused })) });
  await writer.write();
  expect(countedRequests).toEqual([{ accountId: 1, refused, nowMs: 5000 }]);
});
