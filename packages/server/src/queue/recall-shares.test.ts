import { expect, test } from "bun:test";
import { FrameWriter } from "./frame-writer.ts";
import type { QueueEntry, QueueReader } from "./queue-reader.ts";
import { QueueShares } from "./queue-shares.ts";
import { recallShares } from "./recall-shares.ts";
import { at } from "./test-positions.ts";
import { noShareLimits } from "./test-share-limits.ts";

const limits = { ...noShareLimits, perAccountBytesMax: 1000, parkedBytesMax: 1000 };
const accounts = new Map([
  [1, 10],
  [2, 20],
  [3, 10],
]);

function frame(deviceId: number, readings: number): Uint8Array {
  const writer = new FrameWriter();
  writer.begin({ deviceId, arrivalUs: 1e6, batteryVolts: null, request: { boot: 1, number: 1 } });
  for (let nth = 0; nth < readings; nth++) writer.add(7, nth, nth, 0, nth, "");
  return writer.finish().slice();
}

/** Positions count bytes, as those of the log do. */
function readerOf(...entries: Uint8Array[][]): QueueReader & { end: number } {
  let sequence = 0;
  const kept = entries.map((frames): QueueEntry => {
    const data = Buffer.concat(frames);
    sequence += data.length;
    return { position: at(sequence), readings: 0, appendedMs: 0, data };
  });
  return {
    end: sequence,
    // One entry at a time, so that reading continues more than once.
    read: async (_, after) =>
      kept.filter(({ position }) => position.sequence > (after?.sequence ?? 0)).slice(0, 1),
    hasForgotten: async () => false,
    close: async () => undefined,
  };
}

test("counts unprocessed readings in the queue for their accounts at the start", async () => {
  const shares = new QueueShares(limits);
  const settled = frame(1, 40);
  const reader = readerOf([settled], [frame(1, 3), frame(2, 1)], [frame(3, 2), frame(4, 9)]);
  await recallShares(shares, reader, at(settled.length), (deviceId) => accounts.get(deviceId));
  const of10 = { accountId: 10, bytes: frame(1, 3).length + frame(3, 2).length, readings: 5 };
  expect(shares.unsettled(null)).toEqual([of10, { accountId: 20, bytes: frame(2, 1).length, readings: 1 }]);
  shares.reported({ position: at(reader.end), parked: [] }, at(reader.end));
  expect(shares.unsettled(null)).toEqual([]);
});

test("counts an unreadable entry for no account", async () => {
  const shares = new QueueShares(limits);
  const reader = readerOf([new Uint8Array(64).fill(9)], [frame(2, 1)]);
  await recallShares(shares, reader, at(0), (id) => accounts.get(id));
  expect(shares.unsettled(null)).toEqual([{ accountId: 20, bytes: frame(2, 1).length, readings: 1 }]);
});
