import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { describeUnless } from "../../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../../tests/harness/engines.ts";
import { propertyRuns, propertyTimeoutMs } from "../../../../../../tests/harness/property-runs.ts";
import { testDatabases } from "../../engine/postgres/test-databases.ts";
import { openTestStore } from "../../engine/postgres/test-postgres-store.ts";
import { denseVersion, encodeBlock, encodeDenseBlock } from "../blocks/block-codec.ts";
import type { ReadingSeries } from "../blocks/reading-series.ts";

const steps = fc.oneof(
  fc.constant(60e6),
  fc.integer({ min: 1, max: 200 }),
  fc.integer({ min: 1, max: 60_000 }).map((ms) => ms * 1000),
  fc.integer({ min: 1, max: 2 ** 40 }),
);
const value = fc.oneof(
  fc.integer({ min: -500, max: 500 }).map((tenths) => tenths / 10),
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 }).map((number) => number / 1000),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.constantFrom(21.5, 21.5, 21.5, 22, 5e-324, -1.7976931348623157e308, 2 ** -1022),
);
/** Columns of one kind are encoded in another form than columns of mixed kinds. */
const columnOf = <T>(item: fc.Arbitrary<T>, count: number) =>
  fc.oneof(
    fc.array(item, { minLength: count, maxLength: count }),
    item.map((one) => new Array<T>(count).fill(one)),
    fc
      .tuple(item, item)
      .map(([one, other]) => Array.from({ length: count }, (_, nth) => (nth < count / 2 ? one : other))),
  );
const columns = fc.integer({ min: 1, max: 300 }).chain((count) =>
  fc.record({
    steps: columnOf(steps, count),
    values: columnOf(value, count),
    lags: columnOf(fc.integer({ min: 0, max: 2 ** 34 }), count),
    offsets: fc.option(
      columnOf(fc.option(fc.integer({ min: -1000, max: 1000 }), { nil: Number.NaN }), count),
      { nil: null },
    ),
  }),
);

describeUnless(await whyNoEngines(), "PostgreSQL", () => {
  const databases = testDatabases();
  let store: Awaited<ReturnType<typeof openTestStore>>;

  beforeAll(async () => {
    store = await openTestStore(await databases.urlOf("functions"));
  });
  afterAll(() => store.close());

  test(
    "takes blocks apart in SQL to the last bit, in every form that columns have",
    async () => {
      const forms = new Set<string>();
      await fc.assert(
        fc.asyncProperty(columns, fc.boolean(), fc.boolean(), async (given, isDense, cameTogether) => {
          const series = seriesOf(given, isDense);
          if (cameTogether) series.receivedUs.fill(1.75e15);
          const encode = isDense ? encodeDenseBlock : encodeBlock;
          const data = Buffer.from(encode(series, 0, series.count));
          forms.add(`${data[0]} ${data.readUInt32LE(data[0] === denseVersion ? 32 : 24)}`);
          const { rows } = await store.database.query(
            `SELECT at_us AS "atUs", value, received_us AS "receivedUs", device_us AS "deviceUs"
             FROM weir_store.block_readings($1) ORDER BY at_us, value`,
            [data],
          );
          expect(rows).toEqual(
            Array.from({ length: series.count }, (_, nth) => {
              const offset = series.deviceOffsetsUs?.[nth] ?? Number.NaN;
              return {
                atUs: series.atUs[nth]!,
                value: series.values[nth]!,
                receivedUs: series.receivedUs[nth]!,
                deviceUs: Number.isNaN(offset) ? null : series.atUs[nth]! + offset,
              };
            }),
          );
        }),
        { numRuns: propertyRuns(60) },
      );
      expect(forms.size).toBeGreaterThan(4);
    },
    propertyTimeoutMs,
  );

  test("refuses a block of another version", async () => {
    const asked = store.database.query(
      "SELECT * FROM weir_store.block_readings('\\x03ff000001000000'::bytea || repeat('0', 64)::bytea)",
    );
    await expect(asked).rejects.toThrow("version 3");
  });
});

interface Columns {
  readonly steps: readonly number[];
  readonly values: readonly number[];
  readonly lags: readonly number[];
  readonly offsets: readonly number[] | null;
}

/** Only a dense block can hold readings with and without a device's time. */
function seriesOf({ steps: all, values, lags, offsets }: Columns, isDense: boolean): ReadingSeries {
  let us = 1.7e15;
  const atUs = Float64Array.from(all, (step) => (us += step));
  const receivedUs = Float64Array.from(lags, (lag, nth) => atUs[nth]! + lag);
  const known = offsets?.map((offset) => (Number.isNaN(offset) && !isDense ? 0 : offset)) ?? null;
  const deviceOffsetsUs = known === null || known.every(Number.isNaN) ? null : Float64Array.from(known);
  return { count: all.length, atUs, values: Float64Array.from(values), receivedUs, deviceOffsetsUs };
}
