import { expect, test } from "bun:test";
import { type ChartLook, readLook, writeLook } from "./chart-look.ts";

const usual: ChartLook = {
  aggregation: "mean",
  widthMs: null,
  axes: new Map(),
  hasLimits: true,
  derived: [],
  hidden: [],
};

test("says nothing in the link if everything is as usual", () => {
  expect(Object.values(writeLook(usual)).every((value) => value === undefined)).toBe(true);
  expect(readLook({})).toEqual(usual);
});

test.each<ChartLook>([
  { ...usual, aggregation: "sum", widthMs: 3_600_000 },
  { ...usual, hasLimits: false, hidden: ["air", "2f8a~soil"] },
  { ...usual, derived: [{ name: "Difference", unit: "K", expression: "a - b", isHidden: false }] },
  { ...usual, axes: new Map([["°C", { min: -10, max: 40.5 }]]) },
  {
    ...usual,
    axes: new Map([
      ["%", { min: 0, max: null }],
      ["", { min: null, max: 1e-9 }],
      ["a,b~c%2C", { min: 1, max: 2 }],
    ]),
  },
])("reads what it wrote: %j", (look) => {
  expect(readLook(writeLook(look))).toEqual(look);
});

test.each<Record<string, unknown>>([
  { show: "median" },
  { per: "often" },
  { per: 0 },
  { per: 1e9 },
  { y: "°C" },
  { y: "°C~x~y" },
  { y: "°C~5~5" },
  { y: 7 },
])("ignores what it cannot read: %j", (search) => {
  expect(readLook(search)).toEqual(usual);
});
