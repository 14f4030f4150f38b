import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { testOnSmallDisk } from "../../../../../tests/harness/test-on-small-disk.ts";
import { frame, numbersIn } from "../queue-under-test.ts";
import { logFile } from "./log-schema.ts";
import { LogWriter } from "./log-writer.ts";
import { SqliteLogReader } from "./sqlite-log-reader.ts";

const keepAll = { windowMs: 1e12, readingsMax: 1e12 };
const keepNothing = { windowMs: 0, readingsMax: 0 };

async function numbersOf(dataDir: string): Promise<number[]> {
  const reader = new SqliteLogReader(dataDir);
  const numbers = numbersIn(await reader.read(0, null, Number.MAX_SAFE_INTEGER));
  reader.close();
  return numbers;
}

test("uses the length of the log in bytes as position, so that a backlog is a subtraction", () => {
  using folder = tempFolder();
  const log = new LogWriter(folder.path, keepAll);
  expect(log.append(frame(1, 100), 1, 0, [])).toBe(100);
  expect(log.append(frame(2, 24), 2, 0, [])).toBe(124);
  expect(log.totals()).toEqual({ position: 124, acceptedReadings: 3 });
  log.close();
});

test("writes no entry and moves no position for counters alone", async () => {
  using folder = tempFolder();
  const log = new LogWriter(folder.path, keepAll);
  log.append(new Uint8Array(0), 0, 0, [["duplicates", 5]]);
  log.append(new Uint8Array(0), 0, 0, [["duplicates", 9]]);
  expect(log.totals()).toEqual({ position: 0, acceptedReadings: 0 });
  expect(log.counters()).toEqual({ duplicates: 9 });
  expect(await numbersOf(folder.path)).toEqual([]);
  log.close();
});

test("trims only a few entries per append, and works off long arrears", async () => {
  using folder = tempFolder();
  const log = new LogWriter(folder.path, keepNothing);
  for (let number = 1; number <= 100; number++) log.append(frame(number), 1, 0, []);
  log.settled(log.totals().position);
  let kept = (await numbersOf(folder.path)).length;
  expect(kept).toBe(100);
  for (let number = 101; number <= 200; number++) {
    log.append(frame(number), 1, 0, []);
    const left = (await numbersOf(folder.path)).length;
    expect(kept + 1 - left).toBeLessThanOrEqual(16);
    kept = left;
  }
  expect(await numbersOf(folder.path)).toEqual(Array.from({ length: 100 }, (_, index) => index + 101));
  log.close();
});

test("shrinks the file when a backlog is worked off", () => {
  using folder = tempFolder();
  const log = new LogWriter(folder.path, keepNothing);
  for (let number = 1; number <= 500; number++) log.append(frame(number, 40_000), 1, 0, []);
  log.settled(log.totals().position);
  const fileBytes = () => statSync(join(folder.path, logFile)).size;
  const before = fileBytes();
  for (let number = 501; number <= 1000; number++) log.append(frame(number), 1, 0, []);
  log.close();
  expect(fileBytes()).toBeLessThan(before / 10);
});

test("does not grow the log by repeated probes", () => {
  using folder = tempFolder();
  const sizeAfterProbes = (probes: number): number => {
    const log = new LogWriter(folder.path, keepAll);
    for (let i = 0; i < probes; i++) log.probe();
    log.close();
    return statSync(join(folder.path, logFile)).size;
  };
  expect(sizeAfterProbes(50)).toBe(sizeAfterProbes(5));
});

test("bounds the write-ahead log during long probing without an append", () => {
  using folder = tempFolder();
  const log = new LogWriter(folder.path, keepAll);
  for (let i = 0; i < 600; i++) log.probe();
  expect(statSync(join(folder.path, `${logFile}-wal`)).size).toBeLessThan(24 * 1024 * 1024);
  log.close();
});

/** Appends until the disk refuses. Returns the number of the refused frame, and the error code. */
function appendUntilRefused(log: LogWriter, first: number): { refused: number; code: unknown } {
  for (let number = first; ; number++) {
    try {
      log.append(frame(number), 1, 0, [["duplicates", number]]);
    } catch (error) {
      return { refused: number, code: error instanceof Error && "code" in error ? error.code : error };
    }
  }
}

testOnSmallDisk("changes nothing with an append that finds no space, and continues", async (disk) => {
  const log = new LogWriter(disk.path, keepAll);
  log.append(frame(1), 1, 0, []);
  disk.fill();
  const { refused, code } = appendUntilRefused(log, 2);
  expect(code).toBe("SQLITE_FULL");
  const before = { totals: log.totals(), counters: log.counters() };
  expect(before.totals).toEqual({ position: 64 * (refused - 1), acceptedReadings: refused - 1 });
  expect(() => log.append(frame(0, 100_000), 1, 0, [["duplicates", 1000]])).toThrow();
  expect(() => log.probe()).toThrow();
  expect({ totals: log.totals(), counters: log.counters() }).toEqual(before);

  disk.free();
  log.append(frame(refused), 1, 0, []);
  log.close();
  const numbers = await numbersOf(disk.path);
  expect(numbers).toEqual(Array.from({ length: refused }, (_, index) => index + 1));
});

testOnSmallDisk(
  "opens a log with everything that was appended if it was cut off while the disk was full",
  async (disk) => {
    const log = new LogWriter(disk.path, keepAll);
    log.append(frame(1), 1, 0, []);
    disk.fill();
    const { refused } = appendUntilRefused(log, 2);
    disk.free();
    const reopened = new LogWriter(disk.path, keepAll);
    expect(reopened.totals().acceptedReadings).toBe(refused - 1);
    reopened.append(frame(refused), 1, 0, []);
    expect(await numbersOf(disk.path)).toHaveLength(refused);
    reopened.close();
  },
);
