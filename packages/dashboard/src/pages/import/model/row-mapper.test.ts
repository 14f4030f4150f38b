import { expect, test } from "bun:test";
import type { ColumnRole, ImportPlan } from "./import-plan.ts";
import { missingFrom, sensorNames } from "./import-plan.ts";
import { RowMapper, readingLine } from "./row-mapper.ts";
import { readRow } from "./row-reader.ts";

const sensors = [{ uuid: "u1", slug: "t", name: "Temperature" }];

function planOf(columns: Readonly<Record<string, ColumnRole>>, other: Partial<ImportPlan> = {}): ImportPlan {
  return {
    format: "csv",
    encoding: "utf-8",
    delimiter: ",",
    hasHeader: true,
    hasDecimalComma: false,
    timeFormat: "iso",
    timeZone: "UTC",
    fixedSensor: "t",
    device: "d",
    sensors: sensorNames(sensors),
    columns: Object.entries(columns).map(([name, role]) => ({ name, role })),
    ...other,
  };
}

function map(plan: ImportPlan, text: string) {
  const names = plan.columns.map(({ name }) => name);
  const row = readRow(plan, names, text);
  return row.ok ? new RowMapper(plan).map(row.value) : { readings: [], problems: [row.error] };
}

test("metadata columns become an object of numbers and texts", () => {
  const plan = planOf({ at: "time", v: "value", site: "metadata", floor: "metadata", raw: "metadata_json" });
  const { readings } = map(plan, '2026-01-31,1,007,3,"{""a"":[1]}"');
  expect(readings.map(readingLine)).toEqual([
    '{"sensor":"t","at":"2026-01-31T00:00:00Z","value":"1","metadata":{"a":[1],"site":"007","floor":3}}\n',
  ]);
  expect(map(plan, "2026-01-31,1,,,[1]").problems).toEqual(["The metadata is not a JSON object."]);
});

test("metadata keeps white space in quotes, and all else does without", () => {
  const plan = planOf({ at: "time", v: "value", site: "metadata", floor: "metadata" });
  const { readings } = map(plan, '" 2026-01-31 "," 1 ", 007 ,"  3 "');
  expect(readings.map(readingLine)).toEqual([
    '{"sensor":"t","at":"2026-01-31T00:00:00Z","value":"1","metadata":{"site":"007","floor":"  3 "}}\n',
  ]);
});

test("one bad cell of a wide row leaves the others", () => {
  const plan = planOf({ at: "time", a: "sensor:t", b: "sensor:h" });
  const { readings, problems } = map(plan, "2026-01-31,n/a,2");
  expect(readings.map(({ sensor }) => sensor)).toEqual(["h"]);
  expect(problems).toEqual(["a: “n/a” is not a number."]);
});

test("sensors are found by slug, name, UUID, and with the apostrophe of an export", () => {
  const plan = planOf({ at: "time", s: "sensor", v: "value" });
  for (const name of ["t", "T", "temperature", "u1", "'t"])
    expect(map(plan, `2026-01-31,${name},1`).readings).toHaveLength(1);
  expect(map(plan, "2026-01-31,x,1").problems).toEqual(["This device has no sensor “x”."]);
  expect(map(plan, "2026-01-31,,1").problems).toEqual(["The sensor is missing."]);
});

test("numbers have a decimal point, or a comma if the plan says so", () => {
  const columns = { at: "time", v: "value" } as const;
  const values = (plan: ImportPlan, text: string) => map(plan, text).readings.map(({ value }) => value);
  expect(values(planOf(columns), "2026-01-31,-1.5e3")).toEqual(["-1.5e3"]);
  for (const text of ["NaN", "1e999", "0x10", "1 000", ""])
    expect(values(planOf(columns), `2026-01-31,${text}`)).toEqual([]);
  const comma = planOf(columns, { delimiter: ";", hasDecimalComma: true });
  expect(values(comma, "2026-01-31;21,5")).toEqual(["21.5"]);
  expect(values(comma, "2026-01-31;1.234,5")).toEqual([]);
});

test("rows with too few or too many fields are refused, but not a delimiter at the end", () => {
  const plan = planOf({ at: "time", v: "value" });
  expect(map(plan, "2026-01-31,1,,").readings).toHaveLength(1);
  expect(map(plan, "2026-01-31,1,2").problems).toEqual(["The line has 3 fields instead of 2."]);
  expect(map(plan, "2026-01-31").problems).toEqual(["The line has 1 fields instead of 2."]);
  expect(map(plan, '2026-01-31,"1').problems).toEqual(["A quote in this line is not closed."]);
});

test("an incomplete plan says what is missing", () => {
  expect(missingFrom(planOf({ v: "value" }))).toBe("Choose the column with the time.");
  expect(missingFrom(planOf({ a: "time" }))).toBe("Choose the column with the values.");
  expect(missingFrom(planOf({ a: "time", v: "value" }, { fixedSensor: null }))).not.toBeNull();
  expect(missingFrom(planOf({ a: "time", b: "sensor:t", c: "sensor:t" }))).not.toBeNull();
  expect(missingFrom(planOf({ a: "time", b: "sensor:t" }))).toBeNull();
});
