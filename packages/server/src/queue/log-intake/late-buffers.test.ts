import { expect, test } from "bun:test";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { FrameWriter } from "../frame-writer.ts";
import { takeRequest } from "../intake.ts";
import { FrameReader } from "../packed-readings.ts";
import type { FindStored } from "./forgotten-readings.ts";
import { openTestIntake, readTestQueue } from "./test-intake.ts";

const arrivalSecond = 2_000_000_000;

/** One reading for each second from `from` to before `to`, which count from the arrival of the first request. */
function buffer(sensorId: number, from: number, to: number, arrivedAfter = 0): FrameWriter {
  const frame = new FrameWriter();
  frame.accountId = 1;
  const arrivalUs = (arrivalSecond + arrivedAfter) * 1e6;
  frame.begin({ deviceId: 1, arrivalUs, batteryVolts: null, request: { boot: 1, number: 1 } });
  for (let second = arrivalSecond + from; second < arrivalSecond + to; second++)
    frame.add(sensorId, second % 7, second * 1e6, second, 0, "");
  frame.finish();
  return frame;
}

async function openScene(folder: string, identitiesMax: number) {
  let asked = 0;
  const findStored: FindStored = async ({ sensorIds }) => {
    asked++;
    const newestUs = (arrivalSecond + 1e6) * 1e6;
    const free = { sensorId: 1, afterUs: Number.NEGATIVE_INFINITY, beforeUs: newestUs };
    return { receivedMs: sensorIds.map(() => 0), newestUs: [[1, newestUs]], free: [free] };
  };
  const { intake, queue } = await openTestIntake(folder, { identitiesMax, findStored });
  // A current reading makes the others late, and the rest makes the memory forget.
  await takeRequest(intake, buffer(1, 1e6, 1e6 + 1));
  await takeRequest(intake, buffer(2, 0, identitiesMax + 1));
  return {
    queue,
    asked: () => asked,
    /** Returns how many readings were accepted. */
    async send(request: FrameWriter): Promise<number> {
      const { readings } = request;
      return readings - ((await takeRequest(intake, request)).duplicates?.readings ?? 0);
    },
  };
}

async function secondsInQueue(folder: string, sensor: number): Promise<number[]> {
  const seconds: number[] = [];
  for (const entry of await readTestQueue(folder)) {
    const frames = new FrameReader(entry);
    while (frames.nextFrame())
      while (frames.nextReading())
        if (frames.sensorId === sensor) seconds.push(frames.deviceSeconds - arrivalSecond);
  }
  return seconds;
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, nth) => from + nth);

test("asks the store once about late buffers that each repeat half of the one before", async () => {
  using folder = tempFolder();
  const { send, asked, queue } = await openScene(folder.path, 1000);
  expect(await send(buffer(1, -5000, -4900))).toBe(100);
  for (let from = -4950; from < -4000; from += 50) expect(await send(buffer(1, from, from + 100))).toBe(50);
  expect(await send(buffer(1, -4050, -3950))).toBe(0);
  expect(asked()).toBe(1);
  expect(await secondsInQueue(folder.path, 1)).toEqual([1e6, ...range(-5000, -3950)]);
  await queue.close();
});

test("finds repeats of late buffers anywhere in a longer one", async () => {
  using folder = tempFolder();
  const { send, queue } = await openScene(folder.path, 1000);
  expect(await send(buffer(1, -5000, -4900))).toBe(100);
  expect(await send(buffer(1, -4800, -4700))).toBe(100);
  expect(await send(buffer(1, -5100, -4600))).toBe(300);
  expect(await send(buffer(1, -5100, -4600))).toBe(0);
  expect((await secondsInQueue(folder.path, 1)).toSorted((one, other) => one - other)).toEqual([
    ...range(-5100, -4600),
    1e6,
  ]);
  await queue.close();
});

test("counts nothing as free that came in one request with late readings", async () => {
  using folder = tempFolder();
  const { send, asked, queue } = await openScene(folder.path, 100);
  // The memory reaches back over the second half, so only the first is looked up.
  expect(await send(buffer(1, -40, 40))).toBe(80);
  expect(asked()).toBe(1);
  // Once it has forgotten them, they are searched for in the store.
  await send(buffer(2, 1000, 1200, 30));
  await send(buffer(1, 10, 30, 30));
  expect(asked()).toBe(2);
  await queue.close();
});
