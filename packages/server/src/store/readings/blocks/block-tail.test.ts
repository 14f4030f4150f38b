import { expect, test } from "bun:test";
import fc from "fast-check";
import { propertyRuns, propertyTimeoutMs } from "../../../../../../tests/harness/property-runs.ts";
import { decodeBlock, encodeBlock, encodeCompressedBlock, encodeDenseBlock } from "./block-codec.ts";
import { tailOf } from "./block-tail.ts";

const steps = fc.constantFrom(
  () => 1_000_000,
  (nth: number) => (nth % 7) * 1000,
  (nth: number) => nth * 70_001,
  (nth: number) => 2 ** 33 * (nth % 3) + 1,
);
const numbers = fc.constantFrom(
  () => 21.5,
  (nth: number) => (nth % 61) / 10,
  (nth: number) => nth * 1000 - 3,
  (nth: number) => Math.sqrt(nth),
  (nth: number) => (nth < 40 ? 1 : 2.25),
);
const wholes = fc.constantFrom(
  () => 1_780_000_000_000_000,
  (nth: number) => nth % 200,
  (nth: number) => nth * 300,
  (nth: number) => nth * 70_000_000,
  (nth: number) => nth * 2 ** 35,
  (nth: number) => (nth < 50 ? -5 : 2 ** 40),
);

test(
  "is the last reading of the block, to the last bit; null if others share its time",
  () => {
    const counts = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 300 }));
    fc.assert(
      fc.property(
        fc.tuple(
          counts,
          steps,
          numbers,
          wholes,
          wholes,
          fc.boolean(),
          fc.constantFrom("plain", "dense", "compressed"),
        ),
        ([count, step, value, received, offset, haveDeviceTimes, form]) => {
          let at = 1_780_000_000_000_000;
          const column = (of: (nth: number) => number) =>
            Float64Array.from({ length: count }, (_, n) => of(n));
          const series = {
            count,
            atUs: column((nth) => {
              at += nth === 0 ? 0 : step(nth);
              return at;
            }),
            values: column(value),
            receivedUs: column((nth) => Math.abs(received(nth))),
            deviceOffsetsUs: haveDeviceTimes ? column(offset) : null,
          };
          const mixed = series.deviceOffsetsUs?.map((us, nth) => (nth % 3 === 1 ? Number.NaN : us)) ?? null;
          const encode = form === "dense" ? encodeDenseBlock : encodeCompressedBlock;
          const block =
            form === "plain"
              ? encodeBlock(series, 0, count).slice()
              : encode({ ...series, deviceOffsetsUs: mixed }, 0, count).slice();
          const { atUs, values, receivedUs, deviceOffsetsUs } = decodeBlock(block);
          const isShared = count > 1 && atUs[count - 1] === atUs[count - 2];
          const offsetUs = deviceOffsetsUs?.[count - 1] ?? Number.NaN;
          expect(tailOf(block, atUs[count - 1]!)).toEqual(
            isShared
              ? null
              : {
                  value: values[count - 1]!,
                  receivedUs: receivedUs[count - 1]!,
                  deviceOffsetUs: Number.isNaN(offsetUs) ? null : offsetUs,
                },
          );
        },
      ),
      { numRuns: propertyRuns(500) },
    );
  },
  propertyTimeoutMs,
);

test("leaves a block of another version to the decoder, which refuses it", () => {
  const one = Float64Array.of(1);
  const series = { count: 1, atUs: one, values: one, receivedUs: one, deviceOffsetsUs: null };
  const block = encodeBlock(series, 0, 1).slice();
  block[0] = 5;
  expect(tailOf(block, 1)).toBeNull();
});
