import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../platform/sqlite/open-database.ts";
import { at } from "../test-positions.ts";
import { logContinues } from "./log-continues.ts";
import { LogWriter } from "./log-writer.ts";
import { readLogTotals } from "./read-log-totals.ts";

const entryBytes = 64;

/** A log of four entries, the first of which were trimmed. */
function withLog(trimmed: number, check: (dataDir: string) => void): void {
  const dataDir = mkdtempSync(join(tmpdir(), "weir-log-"));
  const writer = new LogWriter(dataDir, { windowMs: 1000, readingsMax: 1000 });
  for (let n = 0; n < 4; n++) writer.append(new Uint8Array(entryBytes), 2, n, [["duplicates", n]]);
  writer.close();
  const db = openDatabase(join(dataDir, "queue.db"), { synchronous: "full" });
  db.run("DELETE FROM entries WHERE position <= ?", [trimmed * entryBytes]);
  db.close();
  check(dataDir);
  rmSync(dataDir, { recursive: true });
}

test("continues from every position after which it still holds everything", () => {
  withLog(0, (dataDir) => {
    for (let n = 0; n <= 4; n++) expect(logContinues(dataDir, n * entryBytes)).toBeTrue();
  });
});

test("does not continue from before its first entry after trimming, but does from its start", () => {
  withLog(2, (dataDir) => {
    const continues = [0, 1, 2, 3, 4].map((n) => logContinues(dataDir, n * entryBytes));
    expect(continues).toEqual([false, false, true, true, true]);
  });
});

test("does not continue from a position it never reached, nor from the middle of an entry", () => {
  withLog(0, (dataDir) => {
    expect(logContinues(dataDir, 5 * entryBytes)).toBeFalse();
    expect(logContinues(dataDir, entryBytes + 8)).toBeFalse();
  });
});

test("misses and counts nothing if there is no log", () => {
  const dataDir = join(tmpdir(), "weir-no-such-folder");
  expect(logContinues(dataDir, 0)).toBeTrue();
  expect(logContinues(dataDir, 1)).toBeFalse();
  expect(readLogTotals(dataDir, at(0))).toEqual({
    acceptedReadings: 0,
    lastPosition: at(0),
    backlogBytes: 0,
    counters: {},
  });
});

test("keeps totals after trimming", () => {
  withLog(3, (dataDir) => {
    expect(readLogTotals(dataDir, at(entryBytes))).toEqual({
      acceptedReadings: 8,
      lastPosition: at(4 * entryBytes),
      backlogBytes: 3 * entryBytes,
      counters: { duplicates: 3 },
    });
  });
});
