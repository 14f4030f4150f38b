import { afterEach, expect, jest, test } from "bun:test";
import { QueueUnavailableError } from "../queue.ts";
import { at } from "../test-positions.ts";
import type { FoundReadings } from "../wanted-readings.ts";
import { type FindStored, ForgottenReadings, importPatience, type Patience } from "./forgotten-readings.ts";
import { IdentityMemory } from "./identity-memory.ts";

afterEach(() => {
  jest.useRealTimers();
});

const arrivalMs = 1_000_000;

function scene(findStored: FindStored, patience?: Patience) {
  const memory = new IdentityMemory(10, { replayMs: 1000, duplicateMs: 100 });
  const forgotten = new ForgottenReadings({
    memory,
    findStored,
    queue: { lastPosition: at(0), barrier: () => Promise.resolve() },
    onLookedUp: () => undefined,
    toleranceMs: 0,
    ...(patience === undefined ? {} : { patience }),
  });
  const late = { sensorIds: [1], values: [0], seconds: [500], micros: [0], atUs: [5e8], spreadUs: 0 };
  return () => forgotten.recall({ late, indexes: [0], known: [], readings: 1, arrivalMs });
}

const nothingFound: FoundReadings = { receivedMs: [0], newestUs: [], free: [] };

test("lets a limited number of requests wait for the store, and refuses others until one is done", async () => {
  const waiting: PromiseWithResolvers<FoundReadings>[] = [];
  const recall = scene(() => {
    const found = Promise.withResolvers<FoundReadings>();
    waiting.push(found);
    return found.promise;
  });
  const recalls = Array.from({ length: 64 }, recall);
  await expect(recall()).rejects.toBeInstanceOf(QueueUnavailableError);
  await Bun.sleep(0);
  expect(waiting).toHaveLength(64);
  waiting[0]!.resolve(nothingFound);
  await recalls[0];
  recalls.push(recall());
  for (const { resolve } of waiting) resolve(nothingFound);
  await Promise.all(recalls);
});

const storeFaults: [string, FindStored][] = [
  ["does not answer", () => new Promise(() => undefined)],
  ["fails", () => Promise.reject(new Error("The processor is restarting."))],
];

test.each(storeFaults)("treats readings of a device as new if the store %s", async (_, find) => {
  jest.useFakeTimers();
  const recall = scene(find);
  const recalled = recall();
  jest.advanceTimersByTime(2000);
  expect([...(await recalled)]).toEqual([0]);
});

test.each(storeFaults)("refuses an import that can be repeated if the store %s", async (_, find) => {
  jest.useFakeTimers();
  const recall = scene(find, importPatience);
  const recalled = recall();
  jest.advanceTimersByTime(importPatience.ms);
  await expect(recalled).rejects.toBeInstanceOf(QueueUnavailableError);
});
