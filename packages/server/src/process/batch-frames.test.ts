import { expect, test } from "bun:test";
import fc from "fast-check";
import { FrameWriter } from "../queue/frame-writer.ts";
import { FrameReader } from "../queue/packed-readings.ts";
import { BatchFrames } from "./batch-frames.ts";

test("finds the frame of every reading in any order", () => {
  const entries = fc.array(fc.array(fc.nat(4), { minLength: 1, maxLength: 5 }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(entries, fc.integer(), (frameSizes, seed) => {
      const frames = new BatchFrames();
      const readings = frameSizes.flatMap((sizes, entry) => addEntry(frames, sizes, entry));
      const inOrder = readings.map(({ expected }) => expected);
      expect(readings.map((reading) => found(frames, reading))).toEqual(inOrder);
      const shuffled = readings.toSorted((a, b) => hash(a.key ^ seed) - hash(b.key ^ seed));
      expect(shuffled.map((reading) => found(frames, reading))).toEqual(
        shuffled.map(({ expected }) => expected),
      );
    }),
  );
});

interface Asked {
  readonly position: number;
  readonly ordinal: number;
  readonly key: number;
  /** Boot, number, arrival and place. */
  readonly expected: number[];
}

function found(frames: BatchFrames, { position, ordinal }: Asked): number[] {
  const frame = frames.find(position, ordinal);
  const request = [frames.requestBoot(frame), frames.requestNumber(frame), frames.arrivalMs(frame)];
  return [...request, frames.placeIn(frame, ordinal)];
}

function addEntry(frames: BatchFrames, sizes: readonly number[], entry: number): Asked[] {
  const position = 1000 * (entry + 1);
  const asked: Asked[] = [];
  for (const [nth, size] of sizes.entries()) {
    const writer = new FrameWriter();
    const request = { boot: entry, number: nth };
    writer.begin({ deviceId: 1, arrivalUs: 1_500_000 + nth * 1000, batteryVolts: null, request });
    const reader = new FrameReader(writer.finish());
    reader.nextFrame();
    const before = asked.length;
    frames.add(reader, position, before + 1);
    for (let place = 0; place < size; place++) {
      const ordinal = before + place + 1;
      asked.push({ position, ordinal, key: position + ordinal, expected: [entry, nth, 1500 + nth, place] });
    }
  }
  return asked;
}

function hash(number: number): number {
  return Math.imul(number, 0x9e3779b1) >>> 8;
}
