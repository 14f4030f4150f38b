import { expect, test } from "bun:test";
import fc from "fast-check";
import { propertyRuns } from "../../../../../tests/harness/property-runs.ts";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { FrameWriter } from "../frame-writer.ts";
import { takeRequest } from "../intake.ts";
import { FrameReader } from "../packed-readings.ts";
import { FoundDuplicates } from "./find-duplicates.ts";
import type { FindStored } from "./forgotten-readings.ts";
import { openTestIntake, readTestQueue } from "./test-intake.ts";

/** Identities that the memory holds, so that it forgets most of them. */
const identitiesMax = 16;
const arrivalUs = 2e15;

interface SentReadings {
  readonly sensorId: number;
  readonly from: number;
  readonly count: number;
  readonly isReversed: boolean;
  /** Whether one has metadata, so that readings do not lie side by side. */
  readonly isSpread: boolean;
  /** Whether it is sent after all earlier requests were answered. */
  readonly waits: boolean;
  /** Turns of the event loop until the store answers. */
  readonly storeTurns: number;
}

const sentReadings: fc.Arbitrary<SentReadings> = fc.record({
  sensorId: fc.integer({ min: 1, max: 2 }),
  from: fc.integer({ min: 0, max: 60 }),
  count: fc.integer({ min: 1, max: 24 }),
  isReversed: fc.boolean(),
  isSpread: fc.boolean(),
  waits: fc.boolean(),
  storeTurns: fc.integer({ min: 0, max: 5 }),
});

const one: SentReadings = {
  sensorId: 1,
  from: 0,
  count: 1,
  isReversed: false,
  isSpread: false,
  waits: false,
  storeTurns: 0,
};
const current: SentReadings = { ...one, from: 100_000, count: 24, waits: true };

function requestsOf(some: readonly Partial<SentReadings>[]): SentReadings[] {
  return some.map((request) => ({ ...one, ...request }));
}

/** Answers from what the queue holds, as a store does that has settled it. */
function storeOf(dataDir: string, turns: () => number): FindStored {
  return async ({ sensorIds, atUs }) => {
    const timesBySensor = new Map<number, Set<number>>();
    for (const entry of await readTestQueue(dataDir)) {
      const frames = new FrameReader(entry);
      while (frames.nextFrame())
        while (frames.nextReading())
          timesBySensor.set(
            frames.sensorId,
            (timesBySensor.get(frames.sensorId) ?? new Set()).add(frames.atUs),
          );
    }
    for (let turn = turns(); turn > 0; turn--) await new Promise(setImmediate);
    const sensors = [...new Set(sensorIds)];
    const timesOf = (sensorId: number): number[] => [...(timesBySensor.get(sensorId) ?? [])];
    return {
      receivedMs: sensorIds.map((sensorId, nth) =>
        timesOf(sensorId).includes(atUs[nth]!) ? arrivalUs / 1000 : 0,
      ),
      newestUs: sensors.map((sensorId) => [sensorId, Math.max(-1, ...timesOf(sensorId))]),
      free: sensors.flatMap((sensorId) => {
        const wanted = atUs.filter((_, nth) => sensorIds[nth] === sensorId);
        return [Math.min(...wanted), Math.max(...wanted)].flatMap((us) => {
          if (timesOf(sensorId).includes(us)) return [];
          const afterUs = Math.max(...timesOf(sensorId).filter((time) => time < us));
          const beforeUs = Math.min(...timesOf(sensorId).filter((time) => time > us));
          return [{ sensorId, afterUs, beforeUs }];
        });
      }),
    };
  };
}

function pack({ sensorId, from, count, isReversed, isSpread }: SentReadings): FrameWriter {
  const frame = new FrameWriter();
  frame.accountId = 1;
  frame.begin({ deviceId: 1, arrivalUs, batteryVolts: null, request: { boot: 1, number: 1 } });
  for (let nth = 0; nth < count; nth++) {
    const second = 1000 + from + (isReversed ? count - nth : nth);
    frame.add(sensorId, second % 7, second * 1e6, second, 0, isSpread && nth === 0 ? "{}" : "");
  }
  frame.finish();
  return frame;
}

/** The second of two overlapping requests asked again before the first was in the queue. */
const askingTooEarly = requestsOf([
  { from: 0, count: 1 },
  { from: 0, count: 1, waits: true },
  { from: 0, count: 1, isReversed: true },
  { from: 0, count: 4, isReversed: true },
  { from: 3, count: 15, isReversed: true },
  { from: 0, count: 1 },
  { from: 0, count: 1 },
]);

/** While a request waited for the answer about one reading, another sent some of its free ones. */
const freeWhileWaiting = requestsOf([
  { from: 10, count: 1 },
  { from: 40, count: 24, waits: true },
  { from: 0, count: 21, isReversed: true, waits: true, storeTurns: 5 },
  { from: 2, count: 2 },
]);

test("accepts every late reading once, in whatever order and however often requests repeat it", async () => {
  let [askedCount, coveredCount] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(sentReadings, { minLength: 2, maxLength: 16 }), async (requests) => {
      using folder = tempFolder();
      let storeTurns = 0;
      const find = storeOf(folder.path, () => storeTurns);
      const { intake, queue } = await openTestIntake(folder.path, {
        identitiesMax,
        nowMs: () => arrivalUs / 1000,
        findStored(late, position) {
          askedCount++;
          return find(late, position);
        },
      });
      // Current readings fill the memory, and make all others late.
      await takeRequest(intake, pack({ ...current, sensorId: 1 }));
      await takeRequest(intake, pack({ ...current, sensorId: 2 }));
      const sent = new Map<string, number>();
      let underWay: Promise<unknown>[] = [];
      for (const request of requests) {
        if (request.waits) {
          await Promise.all(underWay);
          underWay = [];
        }
        storeTurns = request.storeTurns;
        coveredCount++;
        const frame = pack(request);
        const answered = takeRequest(intake, frame).then(({ duplicates }) => {
          for (let nth = 0; nth < request.count; nth++) {
            if (duplicates instanceof FoundDuplicates && duplicates.isDuplicate[nth] === 1) continue;
            const second = request.from + (request.isReversed ? request.count - nth : nth);
            const identity = `${request.sensorId} ${second}`;
            sent.set(identity, (sent.get(identity) ?? 0) + 1);
          }
        });
        underWay.push(answered);
      }
      await Promise.all(underWay);
      await queue.close();
      expect([...sent].filter(([, times]) => times !== 1)).toEqual([]);
    }),
    { numRuns: propertyRuns(80), examples: [[askingTooEarly], [freeWhileWaiting]] },
  );
  expect(askedCount).toBeGreaterThan(0);
  expect(askedCount).toBeLessThan(coveredCount * 2);
});
