import { expect, test } from "bun:test";
import fc from "fast-check";
import { packFates, unpackFates } from "./fate-codec.ts";
import type { FateEnd, FateRun } from "./reading-fates.ts";

const fates = ["ended", "dead", "already_stored"] as const;
const ends: FateEnd[] = Array.from({ length: 300 }, (_, chainId) => ({
  fate: fates[chainId % fates.length]!,
  chainId,
  chainVersion: 1,
  nodeId: "n",
  output: null,
  onPurpose: chainId % fates.length === 0 ? ([null, true, false][(chainId / 3) % 3] ?? null) : null,
}));

/** Distance from the previous request, first reading, readings, end, letter. */
const steps = fc.tuple(
  fc.oneof(fc.constant(0), fc.nat(500)),
  fc.oneof(fc.nat(300), fc.integer({ min: 0, max: 2 ** 32 - 1 })),
  fc.integer({ min: 1, max: 2 ** 32 - 1 }),
  fc.nat(ends.length - 1),
  fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
);
const firstNumbers = fc.integer({ min: 0, max: 2 ** 40 });

function runsOf(firstNumber: number, taken: readonly [number, number, number, number, number][]): FateRun[] {
  let requestNumber = firstNumber;
  return taken.map(([further, first, readings, end, letter]) => {
    requestNumber += further;
    const letterId = ends[end]!.fate === "dead" ? letter : null;
    return { requestBoot: 1, requestNumber, first, readings, end, letterId };
  });
}

test("unpacks the runs of each request as they were packed", () => {
  fc.assert(
    fc.property(firstNumbers, fc.array(steps, { minLength: 1 }), (firstNumber, taken) => {
      const runs = runsOf(firstNumber, taken);
      const packed = packFates(runs, ends);
      for (const { requestNumber } of runs) {
        const expected = runs
          .filter((run) => run.requestNumber === requestNumber)
          .map(({ first, readings, end, letterId }) => ({ ...ends[end]!, first, readings, letterId }));
        expect(unpackFates(packed, requestNumber)).toEqual(expected);
      }
      expect(unpackFates(packed, runs.at(-1)!.requestNumber + 1)).toEqual([]);
    }),
  );
});

test("ends when reading arbitrary bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), fc.nat(300), (runs, number) => {
      unpackFates({ firstNumber: 0, ends: "[]", runs }, number);
    }),
  );
});

test("has no letters if they are unknown or of an older version", () => {
  const run = { requestBoot: 1, requestNumber: 5, first: 0, readings: 2, end: 1, letterId: null };
  expect(unpackFates(packFates([run], ends), 5)).toEqual([
    { ...ends[1]!, first: 0, readings: 2, letterId: null },
  ]);
  const older = { firstNumber: 5, ends: '[[1,1,1,"n",null]]', runs: Uint8Array.of(0, 0, 2, 0, 0, 2, 3, 0) };
  expect(unpackFates(older, 5)).toEqual([
    { ...ends[1]!, first: 0, readings: 2, letterId: null },
    { ...ends[1]!, first: 2, readings: 3, letterId: null },
  ]);
});

test("takes four bytes for each of consecutive requests with one reading that end alike", () => {
  const runs = Array.from({ length: 1000 }, (_, index) => ({
    requestBoot: 1,
    requestNumber: 5 + index,
    first: 0,
    readings: 1,
    end: 6,
    letterId: null,
  }));
  const { runs: bytes, ends: text } = packFates(runs, ends);
  expect(bytes.length).toBe(4000);
  expect(JSON.parse(text)).toHaveLength(1);
});
