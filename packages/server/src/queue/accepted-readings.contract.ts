import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import type { AcceptedReadings } from "./accepted-readings.ts";
import { FrameWriter } from "./frame-writer.ts";
import { type Position, UnknownPartitionError } from "./position.ts";

/** An adapter of AcceptedReadings. */
export interface AcceptedReadingsAdapter {
  /** `keeps` is how much the queue keeps after it was settled: everything, or as little as possible. */
  openQueue(dataDir: string, keeps: "all" | "least"): Promise<QueueOfFrames>;
  open(dataDir: string): Promise<AcceptedReadings>;
}

export interface QueueOfFrames {
  /** Makes frames durable together. Resolves to the end of the queue then. */
  append(frames: readonly Uint8Array[]): Promise<Position>;
  /** Lets the queue know that everything is settled and no longer needed. */
  settleAll(): Promise<void>;
  close(): Promise<void>;
}

const writer = new FrameWriter();

function frameOf(number: number, ...readings: [sensorId: number, value: number][]): Uint8Array {
  writer.begin({ deviceId: 1, arrivalUs: 1000, batteryVolts: 3.3, request: { boot: 7, number } });
  for (const [sensorId, value] of readings)
    writer.add(sensorId, value, 1000 + sensorId, -1, 0, '{"note":"a b"}');
  return new Uint8Array(writer.finish());
}

/** Checks what every adapter of AcceptedReadings promises, on the real engine beside the queue's writer. */
export function acceptedReadingsContract(name: string, adapter: AcceptedReadingsAdapter): void {
  describe(`${name}: the accepted readings of a request`, () => {
    let folder: ReturnType<typeof tempFolder>;
    const opened: { close(): Promise<void> }[] = [];

    beforeEach(() => {
      folder = tempFolder();
    });

    afterEach(async () => {
      for (const one of opened.splice(0)) await one.close();
      folder[Symbol.dispose]();
    });

    async function openBoth(keeps: "all" | "least") {
      const queue = await adapter.openQueue(folder.path, keeps);
      const accepted = await adapter.open(folder.path);
      opened.push(accepted, queue);
      return { queue, accepted };
    }

    test("are found, even if others became durable with or after them", async () => {
      const { queue, accepted } = await openBoth("all");
      await queue.append([frameOf(1, [4, 1.5])]);
      await queue.append([frameOf(2, [4, 2]), frameOf(3, [5, 21.5], [6, -3]), frameOf(4, [4, 3])]);
      const answeredAt = await queue.append([frameOf(5, [4, 4])]);
      const of = (number: number, max = 9) => accepted.of({ boot: 7, number }, answeredAt, max);
      expect(await of(3)).toEqual([
        { sensorId: 5, value: 21.5, atUs: 1005 },
        { sensorId: 6, value: -3, atUs: 1006 },
      ]);
      expect(await of(3, 1)).toHaveLength(1);
      expect(await of(1)).toMatchObject([{ value: 1.5 }]);
      expect(await of(9)).toBeNull();
      expect(await accepted.of({ boot: 8, number: 3 }, answeredAt, 9)).toBeNull();
    });

    test("are not looked for in a partition that the queue does not have", async () => {
      const { queue, accepted } = await openBoth("all");
      const answeredAt = await queue.append([frameOf(3, [5, 21.5])]);
      const elsewhere = { ...answeredAt, partition: 1 };
      const asked = await accepted.of({ boot: 7, number: 3 }, elsewhere, 9).catch((error) => error);
      expect(asked).toBeInstanceOf(UnknownPartitionError);
    });

    test("are unknown once the queue has deleted them", async () => {
      const { queue, accepted } = await openBoth("least");
      const position = await queue.append([frameOf(1, [4, 1.5])]);
      expect(await accepted.of({ boot: 7, number: 1 }, position, 9)).toHaveLength(1);
      await queue.settleAll();
      for (let nth = 2; nth < 500; nth++) await queue.append([frameOf(nth, [4, nth])]);
      expect(await accepted.of({ boot: 7, number: 1 }, position, 9)).toBeNull();
    });
  });
}
