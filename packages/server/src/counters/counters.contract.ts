import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import type { SettledCounts } from "../store/partition-progress.ts";
import type { Counters } from "./counters.ts";

export interface CountersAdapter {
  open(dataDir: string): Promise<Counting>;
}

/** An installation that counts, on the real engines. */
export interface Counting {
  readonly counters: Counters;
  /** Resolves when the readings are durable. */
  accept(readings: number): Promise<void>;
  /** Counts readings that a device sent but the queue does not hold. */
  count(counter: string, by: number): void;
  /** Settles this many readings as one batch, up to the end of the queue. */
  settle(counts: SettledCounts): Promise<void>;
  /** Kills the installation and starts it again on the files it left behind. */
  restart(): Promise<void>;
  /** Ends in good order. The counts can still be read afterwards. */
  end(): Promise<void>;
}

const none: SettledCounts = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };

/** Checks what all counters promise (see counters.ts). */
export function countersContract(name: string, adapter: CountersAdapter): void {
  describe(`counters: ${name}`, () => {
    let folder: ReturnType<typeof tempFolder>;
    let counting: Counting;

    beforeEach(async () => {
      folder = tempFolder();
      counting = await adapter.open(folder.path);
    });

    afterEach(async () => {
      await counting.end();
      folder[Symbol.dispose]();
    });

    test("has counted nothing in a new installation", async () => {
      expect(await counting.counters.read()).toMatchObject({
        accepted: 0,
        duplicates: 0,
        rejected: {},
        ...none,
        queueBytes: 0,
        gap: 0,
        lastPosition: { sequence: 0 },
        settledPosition: { sequence: 0 },
      });
    });

    test("counts readings accepted before the question, and as unsettled until they are settled", async () => {
      await counting.accept(10);
      const accepted = await counting.counters.read();
      expect(accepted).toMatchObject({ accepted: 10, gap: 10, ...none });
      expect(accepted.queueBytes).toBeGreaterThan(0);
      await counting.settle({ saved: 4, alreadyStored: 3, ended: 2, dead: 1 });
      const settled = await counting.counters.read();
      expect(settled).toMatchObject({ accepted: 10, gap: 0, saved: 4, alreadyStored: 3, ended: 2, dead: 1 });
      expect(settled).toMatchObject({ queueBytes: 0, settledPosition: accepted.lastPosition });
    });

    test("counts every accepted reading as settled or unsettled at any time", async () => {
      let isDone = false;
      const working = (async () => {
        for (let batch = 0; batch < 30; batch++) {
          await counting.accept(3);
          await counting.settle({ ...none, saved: 2, dead: 1 });
        }
        isDone = true;
      })();
      while (!isDone) {
        const { accepted, saved, alreadyStored, ended, dead, gap } = await counting.counters.read();
        expect(gap).toBeGreaterThanOrEqual(0);
        expect(saved + alreadyStored + ended + dead + gap!).toBe(accepted!);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await working;
      expect(await counting.counters.read()).toMatchObject({ accepted: 90, saved: 60, dead: 30, gap: 0 });
    });

    test("is exact for accepted and settled readings after a kill, and never too high for others", async () => {
      await counting.accept(5);
      await counting.settle({ ...none, saved: 5 });
      counting.count("duplicates", 2);
      await counting.accept(7);
      const { lastPosition, settledPosition } = await counting.counters.read();
      await counting.restart();
      const found = await counting.counters.read();
      expect(found).toMatchObject({ accepted: 12, saved: 5, gap: 7, lastPosition, settledPosition });
      expect(found.duplicates).toBeLessThanOrEqual(2);
    });

    test("counts duplicates and rejected readings by reason, and keeps them after an orderly end", async () => {
      counting.count("duplicates", 2);
      counting.count("dropped_unknown_sensor", 3);
      counting.count("dropped_future_timestamp", 1);
      counting.count("dropped_unknown_sensor", 4);
      await counting.end();
      expect(await counting.counters.read()).toMatchObject({
        accepted: 0,
        duplicates: 2,
        gap: 0,
        rejected: { dropped_unknown_sensor: 7, dropped_future_timestamp: 1 },
      });
    });
  });
}
