import { expect, test } from "bun:test";
import fc from "fast-check";
import { propertyRuns, propertyTimeoutMs } from "../../../../../../tests/harness/property-runs.ts";
import { ColumnReader } from "./column-reader.ts";
import { ColumnWriter, columnBytesMax } from "./column-writer.ts";

const headBytes = 8;
const countMax = 400;
const writer = new ColumnWriter(headBytes + 4 * columnBytesMax(countMax));

interface Column {
  readonly numbers: readonly number[];
  readonly areWhole: boolean;
  readonly dense?: boolean;
}

function written(columns: readonly Column[], mayCompress = false): Uint8Array {
  writer.begin(headBytes, mayCompress);
  for (const { numbers, areWhole, dense } of columns) {
    writer.write(Float64Array.from(numbers), numbers.length, areWhole, dense);
  }
  return writer.finish();
}

function readBack(bytes: Uint8Array, columns: readonly Column[]): number[][] {
  const reader = new ColumnReader(bytes, headBytes);
  return columns.map(({ numbers }) => [...reader.read(numbers.length)]);
}

/** Whole numbers around a base: close together or far apart, changing seldom or often. */
const wholeColumn = fc
  .record({
    base: fc.integer({ min: -(2 ** 52), max: 2 ** 52 }),
    dense: fc.boolean(),
    spread: fc.constantFrom(0, 1, 2, 100, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, 2 ** 50),
    parts: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 40 })), {
      maxLength: 10,
    }),
  })
  .map(({ base, dense, spread, parts }) => ({
    areWhole: true,
    dense,
    numbers: parts.flatMap(([share, repeats]) =>
      new Array<number>(repeats).fill(base + Math.floor(share * spread)),
    ),
  }));

const doubleColumn = fc
  .array(fc.double({ noNaN: true }), { maxLength: countMax })
  .map((doubles) => ({ areWhole: false, numbers: doubles.map((double) => double + 0) }));

test(
  "restores columns of numbers one after another",
  () => {
    const columns = fc.array(fc.oneof(wholeColumn, doubleColumn), { maxLength: 4 });
    fc.assert(
      fc.property(columns, fc.boolean(), (given, mayCompress) => {
        const bytes = written(given, mayCompress);
        expect(bytes.length % 8).toBe(0);
        expect(readBack(bytes, given)).toEqual(given.map(({ numbers }) => [...numbers]));
        const unaligned = new Uint8Array(bytes.length + 1).subarray(1);
        unaligned.set(bytes);
        expect(readBack(unaligned, given)).toEqual(given.map(({ numbers }) => [...numbers]));
      }),
      { numRuns: propertyRuns(300) },
    );
  },
  propertyTimeoutMs,
);

test.each([
  ["a number that does not change takes no bytes", new Array(100).fill(1e15), 0],
  ["numbers near each other take a byte", Array.from({ length: 96 }, (_, nth) => 1e15 + nth), 96],
  ["numbers farther apart take two", Array.from({ length: 96 }, (_, nth) => 1e15 + nth * 600), 192],
  ["then four", Array.from({ length: 96 }, (_, nth) => nth * 1e6), 384],
  ["then eight", Array.from({ length: 96 }, (_, nth) => nth * 1e9), 768],
  [
    "numbers that change once take a run for each",
    [...new Array(90).fill(1), ...new Array(10).fill(1e15)],
    24,
  ],
])("%s", (_name, numbers, dataBytes) => {
  const columns = [{ numbers, areWhole: true }];
  const bytes = written(columns);
  expect(bytes.length).toBe(headBytes + 16 + dataBytes);
  expect(readBack(bytes, columns)).toEqual([numbers]);
});

test("gives each stretch of a dense column the bits it needs, so that an outlier only costs its own stretch", () => {
  const numbers = Array.from({ length: 384 }, (_, nth) => 1e15 + (nth === 200 ? 60_000 : nth % 16));
  const columns = [{ numbers, areWhole: true, dense: true }];
  const bytes = written(columns);
  // Three heads of eight bytes; 128 numbers of 4 bits twice and of 16 bits once.
  expect(bytes.length).toBe(headBytes + 16 + 3 * 8 + 64 + 256 + 64);
  expect(readBack(bytes, columns)).toEqual([numbers]);
});
