import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { FrameWriter } from "../frame-writer.ts";
import { noTimestamp } from "../packed-readings.ts";
import { LogWriter } from "../sqlite-log/log-writer.ts";
import { SqliteLogReader } from "../sqlite-log/sqlite-log-reader.ts";
import { IdentityMemory } from "./identity-memory.ts";
import { type Verdict, verdicts } from "./identity-verdicts.ts";
import { recallIdentities } from "./recall-identities.ts";

const { fresh, duplicate } = verdicts;
const windows = { replayMs: 86_400_000, duplicateMs: 60_000 };
const nowMs = Date.parse("2026-06-15T12:00:00Z");

let folder: ReturnType<typeof tempFolder>;
let log: LogWriter;
beforeEach(() => {
  folder = tempFolder();
  log = new LogWriter(folder.path, { windowMs: 1e12, readingsMax: 1e12 });
});
afterEach(() => {
  log.close();
  folder[Symbol.dispose]();
});

/** Appends an entry with one frame per list of values; seconds are -1 for readings without a timestamp. */
function append(frames: readonly (readonly number[])[], arrivalMs: number, seconds = 500): void {
  const writer = new FrameWriter();
  const packed = frames.map((values) => {
    writer.begin({
      deviceId: 1,
      arrivalUs: arrivalMs * 1000,
      batteryVolts: null,
      request: { boot: 1, number: 1 },
    });
    for (const value of values) writer.add(1, value, arrivalMs * 1000, seconds, 0, "");
    return new Uint8Array(writer.finish());
  });
  log.append(Buffer.concat(packed), frames.flat().length, arrivalMs, []);
}

async function recall(capacity = 1000): Promise<(value: number, seconds?: number) => Verdict> {
  const memory = new IdentityMemory(capacity, windows);
  const reader = new SqliteLogReader(folder.path);
  try {
    await recallIdentities(memory, reader, nowMs - windows.replayMs);
  } finally {
    reader.close();
  }
  return (value, seconds = 500) => memory.remember(1, value, seconds, 0, nowMs);
}

test("recalls every reading of the queue within the window as a durable duplicate, and no other", async () => {
  append([[1, 2], [3]], nowMs - 1000);
  append([[4]], nowMs);
  const verdictOf = await recall();
  expect([1, 2, 3, 4].map((value) => verdictOf(value))).toEqual([duplicate, duplicate, duplicate, duplicate]);
  expect(verdictOf(5)).toBe(fresh);
});

test("counts windows from the arrival of a reading, not from the start of the server", async () => {
  append([[1]], nowMs - windows.replayMs - 1);
  append([[2]], nowMs - windows.replayMs + 1);
  append([[3]], nowMs - windows.duplicateMs - 1, noTimestamp);
  append([[4]], nowMs - windows.duplicateMs + 1, noTimestamp);
  const verdictOf = await recall();
  expect(verdictOf(1)).toBe(fresh);
  expect(verdictOf(2)).toBe(duplicate);
  expect(verdictOf(3, noTimestamp)).toBe(fresh);
  expect(verdictOf(4, noTimestamp)).toBe(duplicate);
});

test("recalls the newest of more readings than the memory holds, over any number of portions", async () => {
  const valuesPerEntry = 30_000;
  for (let entry = 0; entry < 9; entry++) {
    append([Array.from({ length: valuesPerEntry }, (_, index) => entry * valuesPerEntry + index)], nowMs);
  }
  const verdictOf = await recall(50_000);
  const last = 9 * valuesPerEntry;
  expect([last - 1, last - 50_000].map((value) => verdictOf(value))).toEqual([duplicate, duplicate]);
  expect(verdictOf(last - 50_001)).toBe(fresh);
});

test("loses only the readings of an entry that cannot be read", async () => {
  append([[1]], nowMs);
  log.append(new Uint8Array(100).fill(255), 3, nowMs, []);
  append([[2]], nowMs);
  const verdictOf = await recall();
  expect([verdictOf(1), verdictOf(2)]).toEqual([duplicate, duplicate]);
});

test("leaves an empty memory for an empty queue", async () => {
  expect((await recall())(1)).toBe(fresh);
});

test("knows what it has forgotten after the queue was trimmed within the window", async () => {
  append([[1]], nowMs - 3000);
  append([[2]], nowMs - 2000);
  const recalled = async (): Promise<IdentityMemory> => {
    const memory = new IdentityMemory(1000, windows);
    const reader = new SqliteLogReader(folder.path);
    await recallIdentities(memory, reader, nowMs - windows.replayMs);
    reader.close();
    return memory;
  };
  const whole = await recalled();
  expect(whole.reachesBack(nowMs)).toBe(true);
  expect([500, 501].map((seconds) => whole.newest.isPast(1, seconds * 1e6))).toEqual([false, true]);

  using queue = new Database(join(folder.path, "queue.db"));
  queue.run("DELETE FROM entries WHERE position = (SELECT min(position) FROM entries)");
  const trimmed = await recalled();
  expect(trimmed.forgottenUntilMs).toBe(nowMs - 2000);
  expect(trimmed.reachesBack(nowMs)).toBe(false);
  expect(trimmed.newest.isPast(1, 501 * 1e6)).toBe(false);
});
