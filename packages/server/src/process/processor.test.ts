import { expect, test } from "bun:test";
import { cpSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { propertyRuns } from "../../../../tests/harness/property-runs.ts";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import { gatherPages } from "../platform/gather-pages.ts";
import { frameHeaderBytes, recordBytes } from "../queue/packed-readings.ts";
import { logFile } from "../queue/sqlite-log/log-schema.ts";
import { at } from "../queue/test-positions.ts";
import { storeFile } from "../store/engine/sqlite/store-schema.ts";
import { StalePositionError } from "../store/partition-progress.ts";
import type { Processor } from "./processor.ts";
import {
  brokenSensor,
  endingSensor,
  removedSensor,
  savingSensor,
  TestProcessing,
} from "./test-processing.ts";

async function settleAll(processor: Processor): Promise<void> {
  while ((await processor.settleNext()) > 0);
}

test("settles every reading of every frame once, and reports the bytes of the queue", async () => {
  using scene = new TestProcessing();
  const processor = scene.processor();
  expect(await processor.settleNext()).toBe(0);
  scene.append(
    {
      readings: [
        { sensorId: savingSensor, atUs: 1 },
        { sensorId: endingSensor, atUs: 2 },
      ],
    },
    { readings: [{ sensorId: savingSensor, atUs: 3, metadata: '{"a":1}' }] },
  );
  const position = scene.append({ readings: [{ sensorId: savingSensor, atUs: 4 }] });
  expect(await processor.settleNext()).toBe(position);
  expect(await processor.settleNext()).toBe(0);
  expect(scene.times()).toEqual([1, 3, 4]);
  expect((await gatherPages(scene.queries.readings({ sensorId: savingSensor })))[1]).toEqual({
    atUs: 3,
    value: 21.5,
    receivedUs: 1000,
    deviceUs: null,
    metadata: '{"a":1}',
  });
  expect(scene.store.progress()).toEqual({
    position: at(position),
    saved: 3,
    alreadyStored: 0,
    ended: 1,
    dead: 0,
  });
});

test("settles a backlog larger than one batch by batch, in order", async () => {
  using scene = new TestProcessing();
  const { position, readings } = scene.appendMany(60);
  const processor = scene.processor();
  const batches: number[] = [];
  for (let bytes = await processor.settleNext(); bytes > 0; bytes = await processor.settleNext())
    batches.push(bytes);
  expect(batches.length).toBeGreaterThan(1);
  expect(batches.reduce((sum, bytes) => sum + bytes)).toBe(position);
  expect(scene.store.progress()).toEqual({
    position: at(position),
    saved: readings,
    alreadyStored: 0,
    ended: 0,
    dead: 0,
  });
  expect(scene.times()).toHaveLength(readings);
});

test("continues after a processor that died between its commit and its report", async () => {
  using scene = new TestProcessing();
  scene.append({ readings: [{ sensorId: savingSensor, atUs: 1 }], batteryVolts: 3.7 });
  await settleAll(scene.processor());
  const position = scene.append({ readings: [{ sensorId: savingSensor, atUs: 2 }] });
  await settleAll(scene.processor());
  expect(scene.store.progress()).toEqual({
    position: at(position),
    saved: 2,
    alreadyStored: 0,
    ended: 0,
    dead: 0,
  });
  expect(scene.times()).toEqual([1, 2]);
});

test("settles commits again that a power cut undid, to the same rows and counts", async () => {
  using scene = new TestProcessing();
  scene.append({ readings: [{ sensorId: savingSensor, atUs: 1 }] });
  await settleAll(scene.processor());
  expect(scene.store.sync()).toEqual(scene.store.progress().position);
  scene.append({
    readings: [
      { sensorId: savingSensor, atUs: 2 },
      { sensorId: brokenSensor, atUs: 3 },
    ],
  });
  await settleAll(scene.processor());

  using folder = tempFolder();
  // A power cut may take everything that is only in the store's write-ahead log.
  cpSync(join(scene.dataDir, storeFile), join(folder.path, storeFile));
  for (const file of [logFile, `${logFile}-wal`]) cpSync(join(scene.dataDir, file), join(folder.path, file));
  using afterwards = new TestProcessing(folder.path);
  expect(afterwards.store.progress().saved).toBe(1);
  await settleAll(afterwards.processor());
  expect(afterwards.store.progress()).toEqual(scene.store.progress());
  expect(afterwards.times()).toEqual(scene.times());
  expect(afterwards.deadLetters()).toEqual(scene.deadLetters());
});

test("changes nothing with a second processor, which continues where the first stopped", async () => {
  using scene = new TestProcessing();
  const first = scene.processor();
  const second = scene.processor();
  await second.load();
  const position = scene.append({ readings: [{ sensorId: savingSensor, atUs: 1 }] });
  await settleAll(first);
  await expect(second.settleNext()).rejects.toThrow(StalePositionError);
  await second.load();
  expect(second.position.sequence).toBe(position);
  expect(await second.settleNext()).toBe(0);
  expect(scene.store.progress()).toEqual({
    position: at(position),
    saved: 1,
    alreadyStored: 0,
    ended: 0,
    dead: 0,
  });
});

test("ends readings of a removed sensor, and makes dead letters with the reason for a chain that cannot run", async () => {
  using scene = new TestProcessing();
  scene.append({
    deviceId: 5,
    arrivalUs: 2000,
    readings: [
      { sensorId: removedSensor, atUs: 1 },
      { sensorId: brokenSensor, atUs: 2, value: -1, metadata: '{"a":1}' },
      { sensorId: savingSensor, atUs: 3 },
    ],
  });
  await settleAll(scene.processor());
  expect(scene.store.progress()).toMatchObject({ saved: 1, alreadyStored: 0, ended: 1, dead: 1 });
  expect(scene.deadLetters()).toEqual([
    {
      id: 1,
      reason: "A chain needs exactly one input node; this one has 0.",
      diedMs: scene.nowMs,
      accountId: 1,
      deviceId: 3,
      sensorId: brokenSensor,
      chainId: 3,
      chainVersion: 1,
      nodeId: null,
      nodeInput: null,
      atUs: 2,
      value: -1,
      receivedUs: 2000,
      deviceUs: null,
      metadata: '{"a":1}',
      batteryVolts: null,
      raw: null,
    },
  ]);
  expect(scene.times()).toEqual([3]);
});

test("keeps the battery of every frame, even of one without readings, and zero volts as a level", async () => {
  using scene = new TestProcessing();
  scene.append({ readings: [], batteryVolts: 3.7, arrivalUs: 1 }, { readings: [], arrivalUs: 2 });
  scene.append({ readings: [{ sensorId: removedSensor, atUs: 1 }], batteryVolts: 0, arrivalUs: 3 });
  await settleAll(scene.processor());
  expect(await gatherPages(scene.queries.batteryHistory({ deviceId: 9, order: "desc", limit: 10 }))).toEqual([
    { receivedUs: 3, volts: 0 },
    { receivedUs: 1, volts: 3.7 },
  ]);
});

test("keeps no battery of a device that was deleted while its readings were in the queue", async () => {
  using scene = new TestProcessing();
  scene.deletedDevices.add(9);
  scene.append({ readings: [{ sensorId: removedSensor, atUs: 1 }], batteryVolts: 3.7, deviceId: 9 });
  await settleAll(scene.processor());
  expect(scene.store.progress().ended).toBe(1);
  expect(scene.rows("SELECT device_id FROM battery_levels")).toEqual([]);
});

test("keeps an unreadable entry, counts its readings as dead, and continues with the next", async () => {
  using scene = new TestProcessing();
  const garbage = new Uint8Array(100).fill(255);
  scene.appendRaw(garbage, 3);
  const good = scene.pack({ readings: [{ sensorId: savingSensor, atUs: 1 }] });
  const halfBroken = Buffer.concat([good, garbage]);
  scene.appendRaw(halfBroken, 5);
  const position = scene.append({ readings: [{ sensorId: savingSensor, atUs: 2 }] });
  await settleAll(scene.processor());
  expect(scene.store.progress()).toEqual({
    position: at(position),
    saved: 2,
    alreadyStored: 0,
    ended: 0,
    dead: 7,
  });
  const letters = scene.deadLetters();
  expect(letters.map(({ raw }) => raw)).toEqual([garbage, new Uint8Array(halfBroken)]);
  expect(letters.every(({ reason }) => reason.includes("frame"))).toBeTrue();
});

/** Damages each entry of six readings in its own way, settles them, and checks that every reading is accounted for. */
async function settleDamaged(
  damage: fc.Arbitrary<[offset: number, number: number]>,
  inflict: (entry: DataView, offset: number, number: number) => void,
): Promise<void> {
  using scene = new TestProcessing();
  const processor = scene.processor();
  const readings = [1, 2, 3].map((atUs) => ({ sensorId: savingSensor, atUs, metadata: '{"a":1}' }));
  const entry = Buffer.concat([scene.pack({ readings, batteryVolts: 3.7 }), scene.pack({ readings })]);
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(damage, async ([offset, number]) => {
      const damaged = new Uint8Array(entry);
      inflict(new DataView(damaged.buffer), offset, number);
      const position = scene.appendRaw(damaged, 6);
      accepted += 6;
      await settleAll(processor);
      const { saved, alreadyStored, ended, dead, position: settledPosition } = scene.store.progress();
      expect(settledPosition).toEqual(at(position));
      expect(saved + alreadyStored + ended + dead).toBe(accepted);
    }),
    { numRuns: propertyRuns(200), endOnFailure: true },
  );
}

const secondFrame = frameHeaderBytes + 3 * (recordBytes + 8);
const firstReadings = [0, secondFrame].map((frame) => frame + frameHeaderBytes);

test("settles all readings of an entry with a wrong length or count in it, and moves on", async () => {
  const offsets = [0, 4, secondFrame, secondFrame + 4, ...firstReadings.map((reading) => reading + 4)];
  const lies = fc.oneof(fc.nat(8), fc.nat(400), fc.integer({ min: 0, max: 0xffffffff }));
  const damage = fc.tuple(fc.constantFrom(...offsets), lies);
  await settleDamaged(damage, (entry, offset, lie) => entry.setUint32(offset, lie, true));
});

test("settles all readings of an entry with impossible numbers in it, and moves on", async () => {
  const offsets = [16, 24, ...firstReadings.flatMap((reading) => [reading + 8, reading + 16, reading + 24])];
  const numbers = fc.oneof(fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 0.5, -1), fc.double());
  const damage = fc.tuple(fc.constantFrom(...offsets), numbers);
  await settleDamaged(damage, (entry, offset, number) => entry.setFloat64(offset, number, true));
});

test("leaves no trace of a fault of the store and no lost position, and then commits the same batch", async () => {
  using scene = new TestProcessing();
  const processor = scene.processor();
  scene.append({ readings: [{ sensorId: savingSensor, atUs: 1 }] });
  await settleAll(processor);
  const before = scene.store.progress();
  const fault = scene.breakStore("INSERT");
  const readings = Array.from({ length: 25 }, (_, index) => ({ sensorId: savingSensor, atUs: index + 2 }));
  const position = scene.append({ readings, batteryVolts: 3.7 });
  for (let attempt = 0; attempt < 3; attempt++)
    await expect(processor.settleNext()).rejects.toThrow("integer overflow");
  expect(scene.store.progress()).toEqual(before);
  expect(processor.position).toEqual(before.position);
  expect(await gatherPages(scene.queries.batteryHistory({ deviceId: 9, order: "desc", limit: 10 }))).toEqual(
    [],
  );
  fault.mend();
  await settleAll(processor);
  expect(scene.store.progress()).toEqual({
    position: at(position),
    saved: 26,
    alreadyStored: 0,
    ended: 0,
    dead: 0,
  });
  expect(scene.times()).toHaveLength(26);
});
