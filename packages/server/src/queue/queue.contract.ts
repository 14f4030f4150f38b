import { describe, expect, test } from "bun:test";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import { onlyPartition, type Position, startOf } from "./position.ts";
import type { Queue } from "./queue.ts";
import { lossContract } from "./queue-loss.contract.ts";
import { queueOrderContract } from "./queue-order.contract.ts";
import type { QueueReader } from "./queue-reader.ts";
import {
  defaults,
  everything,
  frame,
  frameBytes,
  numbersIn,
  type QueueAdapter,
  type QueueOptions,
} from "./queue-under-test.ts";

/** Checks what every queue promises (see queue.ts), on the real engine. */
export function queueContract(name: string, adapter: QueueAdapter): void {
  /** Runs `work` on an open queue in its own folder, and closes it. */
  async function withQueue(
    options: Partial<QueueOptions>,
    work: (queue: Queue, reader: QueueReader, dataDir: string) => Promise<void>,
  ): Promise<void> {
    using folder = tempFolder();
    await reopen(folder.path, options, (queue, reader) => work(queue, reader, folder.path));
  }

  async function reopen(
    dataDir: string,
    options: Partial<QueueOptions>,
    work: (queue: Queue, reader: QueueReader) => Promise<void>,
  ): Promise<void> {
    const queue = await adapter.open(dataDir, { ...defaults, ...options });
    const reader = await adapter.openReader(dataDir);
    try {
      await work(queue, reader);
    } finally {
      reader.close();
      await queue.close();
    }
  }

  queueOrderContract(name, adapter);

  describe(`${name}: limits and totals`, () => {
    test("has room until the unsettled bytes reach the limit, written or not, and again once they are settled", () =>
      withQueue({ backlogBytesMax: 3 * frameBytes }, async (queue) => {
        await queue.append(frame(1), 1);
        const first = queue.totals().lastPosition;
        void queue.append(frame(2), 1);
        expect(queue.hasRoom()).toBeTrue();
        void queue.append(frame(3), 1);
        expect(queue.hasRoom()).toBeFalse();
        await queue.barrier();
        expect(queue.hasRoom()).toBeFalse();
        expect(queue.totals().backlogBytes).toBe(3 * frameBytes);
        queue.settled({ position: first, durablePosition: startOf(onlyPartition) });
        expect(queue.hasRoom()).toBeTrue();
        expect(queue.totals().backlogBytes).toBe(2 * frameBytes);
      }));

    test("counts what the processor had not settled as backlog after reopening", async () => {
      using folder = tempFolder();
      let first: Position = startOf(onlyPartition);
      await reopen(folder.path, {}, async (queue) => {
        await queue.append(frame(1), 1);
        first = queue.totals().lastPosition;
        await queue.append(frame(2), 1);
      });
      const options = { settledPosition: first, backlogBytesMax: frameBytes };
      await reopen(folder.path, options, async (queue) => {
        expect(queue.totals().backlogBytes).toBe(frameBytes);
        expect(queue.hasRoom()).toBeFalse();
      });
    });

    test("adds up counters and keeps them after reopening, even if nothing is appended", async () => {
      using folder = tempFolder();
      for (const expected of [10, 20, 30]) {
        await reopen(folder.path, {}, async (queue) => {
          for (let i = 0; i < 10; i++) queue.count("duplicates", 1);
          queue.count(`dropped_${expected}`, 1);
          expect(queue.totals().counters.duplicates).toBe(expected);
        });
      }
      await reopen(folder.path, {}, async (queue) => {
        const { counters, acceptedReadings, lastPosition } = queue.totals();
        expect(counters).toEqual({ duplicates: 30, dropped_10: 1, dropped_20: 1, dropped_30: 1 });
        expect([acceptedReadings, lastPosition]).toEqual([0, startOf(onlyPartition)]);
      });
    });
  });

  describe(`${name}: trimming`, () => {
    /** How many entries may outstay their retention, because trimming happens only now and then. */
    const overdueEntriesMax = 24;
    const appends = 60;

    /** Appends an entry of two readings every second, settles it, and records what is kept each time. */
    async function keptAfterEachAppend(
      retention: QueueOptions["retention"],
      check: (kept: number[], newest: number) => void,
    ): Promise<void> {
      let second = 0;
      await withQueue({ retention, nowMs: () => second * 1000 }, async (queue, reader) => {
        while (second < appends) {
          second++;
          await queue.append(frame(second), 2);
          const kept = numbersIn(await reader.read(onlyPartition, null, everything));
          expect(kept).toEqual(Array.from(kept, (_, index) => second - kept.length + 1 + index));
          expect(await reader.hasForgotten(onlyPartition)).toBe(kept.length < second);
          check(kept, second);
          const { lastPosition } = queue.totals();
          queue.settled({ position: lastPosition, durablePosition: lastPosition });
        }
      });
    }

    test("keeps the newest readings up to the retention's count, and deletes older ones", () =>
      keptAfterEachAppend({ windowMs: 1e9, readingsMax: 6 }, (kept, newest) => {
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(newest, 3));
        expect(kept.length).toBeLessThanOrEqual(3 + overdueEntriesMax);
      }));

    test("keeps readings for the retention's window, and deletes older ones", () =>
      keptAfterEachAppend({ windowMs: 5000, readingsMax: 1e9 }, (kept, newest) => {
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(newest, 6));
        expect(kept.length).toBeLessThanOrEqual(6 + overdueEntriesMax);
      }));

    test("keeps entries that are not durably settled, whatever the retention", () =>
      withQueue({ retention: { windowMs: 0, readingsMax: 0 } }, async (queue, reader) => {
        for (let number = 1; number <= 10; number++) await queue.append(frame(number), 1);
        const durablePosition = (await reader.read(onlyPartition, null, everything))[3]!.position;
        queue.settled({ position: queue.totals().lastPosition, durablePosition });
        for (let number = 11; number <= appends; number++) await queue.append(frame(number), 1);
        const kept = numbersIn(await reader.read(onlyPartition, null, everything));
        expect(kept).toEqual(Array.from({ length: appends - 4 }, (_, index) => index + 5));
      }));

    test("keeps totals and positions after trimming and reopening, because the newest entry stays", async () => {
      using folder = tempFolder();
      const retention = { windowMs: 0, readingsMax: 0 };
      let accepted = 0;
      for (let opening = 1; opening <= 3; opening++) {
        await reopen(folder.path, { retention }, async (queue, reader) => {
          const { acceptedReadings, lastPosition } = queue.totals();
          expect(acceptedReadings).toBe(accepted);
          queue.settled({ position: lastPosition, durablePosition: lastPosition });
          for (let counted = 0; counted < appends; counted++) {
            queue.count("duplicates", 1);
            await queue.probe();
          }
          expect(
            (await reader.read(onlyPartition, null, everything)).at(-1)?.position ?? startOf(onlyPartition),
          ).toEqual(lastPosition);
          for (let number = 1; number <= 20; number++) {
            await queue.append(frame(number), 3);
            accepted += 3;
            expect(queue.totals().acceptedReadings).toBe(accepted);
          }
          expect(numbersIn(await reader.read(onlyPartition, lastPosition, everything))).toHaveLength(20);
        });
      }
    });
  });

  lossContract(name, adapter);
}
