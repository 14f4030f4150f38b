import { describe, expect, test } from "bun:test";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import { isReached, onlyPartition, type Position, startOf } from "./position.ts";
import type { Queue } from "./queue.ts";
import { lossContract } from "./queue-loss.contract.ts";
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

/** What every queue promises (see queue.ts), tried on the real engine. */
export function queueContract(name: string, adapter: QueueAdapter): void {
  /** Runs `work` on an open queue of its own folder, and closes it. */
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

  describe(`${name}: order and durability`, () => {
    test("frames are read back byte for byte in the order of their appends, however they were grouped", () =>
      withQueue({}, async (queue, reader) => {
        const sizes = [8, 64, 300_000, 16, 1_200_000, 8, 4096, 600_000, 24];
        const frames = sizes.flatMap((bytes, index) => [frame(2 * index, bytes), frame(2 * index + 1, 64)]);
        for (const [index, one] of frames.entries()) {
          const durable = queue.append(one, 1);
          if (index % 3 === 0) await durable;
          if (index % 4 === 0) await new Promise((resolve) => setImmediate(resolve));
        }
        await queue.barrier();
        const entries = await reader.read(onlyPartition, null, everything);
        const read = Buffer.concat(entries.map((entry) => entry.data));
        expect(read.equals(Buffer.concat(frames))).toBeTrue();
        expect(entries.reduce((sum, entry) => sum + entry.readings, 0)).toBe(frames.length);
      }));

    test("another connection reads an append as soon as it has resolved", () =>
      withQueue({}, async (queue, reader) => {
        for (let number = 1; number <= 50; number++) {
          await queue.append(frame(number), 1);
          expect(numbersIn(await reader.read(onlyPartition, null, everything)).at(-1)).toBe(number);
        }
      }));

    test("append takes its copy at once, so the caller may reuse the buffer", () =>
      withQueue({}, async (queue, reader) => {
        const reused = frame(1);
        const first = queue.append(reused, 1);
        reused.set(frame(2));
        const second = queue.append(reused, 1);
        reused.fill(0);
        await Promise.all([first, second]);
        expect(numbersIn(await reader.read(onlyPartition, null, everything))).toEqual([1, 2]);
      }));

    test("appends that arrive together share one commit", async () => {
      let commits = 0;
      const onAppended = (): void => {
        commits++;
      };
      await withQueue({ onAppended }, async (queue, reader) => {
        await Promise.all(Array.from({ length: 500 }, (_, number) => queue.append(frame(number), 2)));
        expect(commits).toBe(1);
        const entries = await reader.read(onlyPartition, null, everything);
        expect(entries.map((entry) => entry.readings)).toEqual([1000]);
        expect(numbersIn(entries)).toEqual(Array.from({ length: 500 }, (_, number) => number));
      });
    });

    test("a barrier resolves once everything appended before it can be read, in both groups on their way", () =>
      withQueue({}, async (queue, reader) => {
        await queue.barrier();
        void queue.append(frame(1, 2_000_000), 1);
        await new Promise((resolve) => setImmediate(resolve));
        void queue.append(frame(2), 1);
        await queue.barrier();
        expect(
          (await reader.read(onlyPartition, null, everything)).map((entry) => entry.data.length),
        ).toEqual([2_000_000, frameBytes]);
      }));

    test("closing flushes appends that nobody awaited", async () => {
      using folder = tempFolder();
      await reopen(folder.path, {}, async (queue) => {
        void queue.append(frame(1), 1);
        await new Promise((resolve) => setImmediate(resolve));
        void queue.append(frame(2), 1);
        queue.count("duplicates", 7);
      });
      await reopen(folder.path, {}, async (queue, reader) => {
        expect(numbersIn(await reader.read(onlyPartition, null, everything))).toEqual([1, 2]);
        expect(queue.totals().counters).toEqual({ duplicates: 7 });
      });
    });
  });

  describe(`${name}: positions and portions`, () => {
    test("positions strictly grow, also across reopening, and reading after one gives exactly what follows", async () => {
      using folder = tempFolder();
      for (const start of [1, 11, 21]) {
        await reopen(folder.path, {}, async (queue) => {
          for (let number = start; number < start + 10; number++) await queue.append(frame(number), 1);
        });
      }
      await reopen(folder.path, {}, async (queue, reader) => {
        const entries = await reader.read(onlyPartition, null, everything);
        expect(numbersIn(entries)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
        for (const [index, entry] of entries.entries()) {
          const { partition, sequence } = entry.position;
          expect(partition).toBe(onlyPartition);
          expect(sequence).toBeGreaterThan(entries[index - 1]?.position.sequence ?? 0);
          expect(await reader.read(partition, entry.position, everything)).toEqual(entries.slice(index + 1));
        }
        expect(queue.totals().lastPosition).toEqual(entries.at(-1)!.position);
      });
    });

    test("a reader takes whole entries until its limit is reached, and always at least one", () =>
      withQueue({}, async (queue, reader) => {
        for (let number = 1; number <= 5; number++) await queue.append(frame(number, 1000), 1);
        const portion = async (bytesMax: number): Promise<number[]> =>
          numbersIn(await reader.read(onlyPartition, null, bytesMax), 1000);
        expect(await portion(1)).toEqual([1]);
        expect(await portion(1000)).toEqual([1]);
        expect(await portion(1001)).toEqual([1, 2]);
        expect(await portion(everything)).toEqual([1, 2, 3, 4, 5]);
        expect(await reader.read(onlyPartition, queue.totals().lastPosition, 1)).toEqual([]);
      }));

    test("reading in portions beside a writer sees every frame once, in order", () =>
      withQueue({}, async (queue, reader) => {
        const read: number[] = [];
        let position = startOf(onlyPartition);
        const readPortion = async (): Promise<void> => {
          const entries = await reader.read(onlyPartition, position, 500);
          read.push(...numbersIn(entries));
          position = entries.at(-1)?.position ?? position;
        };
        for (let number = 1; number <= 200; number++) {
          const durable = queue.append(frame(number), 1);
          if (number % 7 === 0) await durable;
          await readPortion();
        }
        await queue.barrier();
        const { lastPosition } = queue.totals();
        while (read.length < 200 && !isReached(lastPosition, position)) await readPortion();
        expect(read).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
      }));

    test("refuses the log of a newer Weir with a code of its own", async () => {
      using folder = tempFolder();
      await reopen(folder.path, {}, (queue) => queue.append(frame(1), 1));
      adapter.makeNewer(folder.path);
      const refused = adapter.open(folder.path, defaults).then(
        () => "opened",
        (error: { code?: string }) => error.code,
      );
      expect(await refused).toBe("newer_database");
    });
  });

  describe(`${name}: limits and totals`, () => {
    test("there is room until the unsettled bytes reach the limit, written or not, and again once they are settled", () =>
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

    test("a reopened log counts as backlog what the processor had not settled", async () => {
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

    test("counters add up and survive reopening, also when nothing is appended", async () => {
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
    /** Entries that may outstay their retention, because trimming is done now and then. */
    const overdueEntriesMax = 24;
    const appends = 60;

    /** Appends an entry of two readings every second, settles it, and looks at what is kept each time. */
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

    test("the newest readings are kept up to the retention's count, older ones are let go", () =>
      keptAfterEachAppend({ windowMs: 1e9, readingsMax: 6 }, (kept, newest) => {
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(newest, 3));
        expect(kept.length).toBeLessThanOrEqual(3 + overdueEntriesMax);
      }));

    test("readings are kept for the retention's window, older ones are let go", () =>
      keptAfterEachAppend({ windowMs: 5000, readingsMax: 1e9 }, (kept, newest) => {
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(newest, 6));
        expect(kept.length).toBeLessThanOrEqual(6 + overdueEntriesMax);
      }));

    test("entries that are not durably settled are kept, whatever the retention", () =>
      withQueue({ retention: { windowMs: 0, readingsMax: 0 } }, async (queue, reader) => {
        for (let number = 1; number <= 10; number++) await queue.append(frame(number), 1);
        const durablePosition = (await reader.read(onlyPartition, null, everything))[3]!.position;
        queue.settled({ position: queue.totals().lastPosition, durablePosition });
        for (let number = 11; number <= appends; number++) await queue.append(frame(number), 1);
        const kept = numbersIn(await reader.read(onlyPartition, null, everything));
        expect(kept).toEqual(Array.from({ length: appends - 4 }, (_, index) => index + 5));
      }));

    test("totals and positions survive trimming and reopening, because the newest entry always stays", async () => {
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
