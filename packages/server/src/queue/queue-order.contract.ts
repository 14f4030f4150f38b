import { describe, expect, test } from "bun:test";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import { isReached, onlyPartition, startOf } from "./position.ts";
import type { QueueReader } from "./queue-reader.ts";
import {
  type AppendedAdapter,
  type AppendedUnderTest,
  defaults,
  everything,
  frame,
  frameBytes,
  numbersIn,
  type QueueOptions,
} from "./queue-under-test.ts";

/** Checks what every queue promises about appending and reading, whether it is one log or a partition of many. */
export function queueOrderContract(name: string, adapter: AppendedAdapter): void {
  /** Runs `work` on an open queue in its own folder, and closes it. */
  async function withQueue(
    options: Partial<QueueOptions>,
    work: (queue: AppendedUnderTest, reader: QueueReader) => Promise<void>,
  ): Promise<void> {
    using folder = tempFolder();
    await reopen(folder.path, options, work);
  }

  async function reopen(
    dataDir: string,
    options: Partial<QueueOptions>,
    work: (queue: AppendedUnderTest, reader: QueueReader) => Promise<void>,
  ): Promise<void> {
    const queue = await adapter.open(dataDir, { ...defaults, ...options });
    const reader = await adapter.openReader(dataDir);
    try {
      await work(queue, reader);
    } finally {
      await reader.close();
      await queue.close();
    }
  }

  describe(`${name}: order and durability`, () => {
    test("reads frames back byte for byte in the order of their appends, however they were grouped", () =>
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

    test("lets another connection read an append as soon as it has resolved", () =>
      withQueue({}, async (queue, reader) => {
        for (let number = 1; number <= 50; number++) {
          await queue.append(frame(number), 1);
          expect(numbersIn(await reader.read(onlyPartition, null, everything)).at(-1)).toBe(number);
        }
      }));

    test("copies a frame at once, so that the caller may reuse the buffer", () =>
      withQueue({}, async (queue, reader) => {
        const reused = frame(1);
        const first = queue.append(reused, 1);
        reused.set(frame(2));
        const second = queue.append(reused, 1);
        reused.fill(0);
        await Promise.all([first, second]);
        expect(numbersIn(await reader.read(onlyPartition, null, everything))).toEqual([1, 2]);
      }));

    test("commits appends that arrive together at once", async () => {
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

    test("resolves a barrier once everything appended before it can be read", () =>
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

    test("flushes appends that nobody awaited when it is closed", async () => {
      using folder = tempFolder();
      await reopen(folder.path, {}, async (queue) => {
        void queue.append(frame(1), 1);
        await new Promise((resolve) => setImmediate(resolve));
        void queue.append(frame(2), 1);
      });
      await reopen(folder.path, {}, async (_, reader) => {
        expect(numbersIn(await reader.read(onlyPartition, null, everything))).toEqual([1, 2]);
      });
    });
  });

  describe(`${name}: positions and portions`, () => {
    test("assigns growing positions, also across reopening, and reads exactly what follows one", async () => {
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
        expect(queue.lastPosition).toEqual(entries.at(-1)!.position);
      });
    });

    test("returns whole entries up to the reader's limit, and at least one", () =>
      withQueue({}, async (queue, reader) => {
        for (let number = 1; number <= 5; number++) await queue.append(frame(number, 1000), 1);
        const portion = async (bytesMax: number): Promise<number[]> =>
          numbersIn(await reader.read(onlyPartition, null, bytesMax), 1000);
        expect(await portion(1)).toEqual([1]);
        expect(await portion(1000)).toEqual([1]);
        expect(await portion(1001)).toEqual([1, 2]);
        expect(await portion(everything)).toEqual([1, 2, 3, 4, 5]);
        expect(await reader.read(onlyPartition, queue.lastPosition, 1)).toEqual([]);
      }));

    test("returns every frame once, in order, to a reader beside the writer", () =>
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
        const { lastPosition } = queue;
        while (read.length < 200 && !isReached(lastPosition, position)) await readPortion();
        expect(read).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
      }));

    test("refuses the log of a newer Weir with its own code", async () => {
      using folder = tempFolder();
      await reopen(folder.path, {}, (queue) => queue.append(frame(1), 1));
      await adapter.makeNewer(folder.path);
      const refused = adapter.open(folder.path, defaults).then(
        () => "opened",
        (error: { code?: string }) => error.code,
      );
      expect(await refused).toBe("newer_database");
    });
  });
}
