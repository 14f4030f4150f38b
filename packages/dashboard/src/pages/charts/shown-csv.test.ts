import { expect, test } from "bun:test";
import { aggregatedCurve } from "./aggregated-curve.ts";
import { curveOfBuckets } from "./curve.ts";
import { shownCsv } from "./shown-csv.ts";

const curve = curveOfBuckets(
  [0, 60_000, 120_000].map((ms) => ({
    at: new Date(ms).toISOString(),
    count: 2,
    avg: 1.5,
    min: 1,
    max: 2,
    last: 2,
  })),
);
const line = { name: "Soil", curve: aggregatedCurve(curve, "sum"), readings: { curve, unit: "%" } };

test("writes only what is shown, in order of time", () => {
  expect(shownCsv([line], { fromMs: 60_000, toMs: 120_000 })).toBe(
    "sensor,unit,at,mean,min,max,readings,shown\r\nSoil,%,1970-01-01T00:01:00.000Z,1.5,1,2,2,3\r\n",
  );
});

test.each([
  ['a "b", c', '"a ""b"", c"'],
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["two\nlines", '"two\nlines"'],
])("does not let a name like %j break the file or become a formula", (name, written) => {
  const csv = shownCsv([{ ...line, name }], { fromMs: 0, toMs: 1 });
  expect(csv.split("\r\n")[1]!.startsWith(`${written},`)).toBe(true);
});
