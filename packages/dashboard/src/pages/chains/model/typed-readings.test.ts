import { expect, test } from "bun:test";
import { nothingTyped, parseTypedReadings, readingsToRun } from "./typed-readings.ts";

const parse = (typed: Partial<typeof nothingTyped>) => parseTypedReadings({ ...nothingTyped, ...typed });
const values = (typed: string) => {
  const parsed = parse({ values: typed });
  return parsed.ok ? parsed.value.map(({ value }) => value) : parsed.error;
};

test("accepts numbers separated by spaces or semicolons, with a point or a comma", () => {
  expect(values(" 21.5  22\n-3;1e2 ")).toEqual([21.5, 22, -3, 100]);
  expect(values("21,5 -0,25")).toEqual([21.5, -0.25]);
});

test("reports missing and invalid numbers", () => {
  expect(values("21.5 warm")).toEqual({ values: "“warm”: Must be a number" });
  expect(values("Infinity")).toEqual({ values: "“Infinity”: Must be a number" });
  expect(values("  ")).toMatchObject({ values: expect.stringContaining("Enter a number") });
});

test("does not guess about thousands separators", () => {
  expect(values("1,000")).toEqual({
    values: "“1,000”: Is this 1000 or 1.000? Write it without the comma.",
  });
  expect(values("1,000,000")).toMatchObject({ values: expect.stringContaining("between thousands") });
});

test("accepts a decimal comma in the battery level", () => {
  expect(parse({ battery: "3,7" })).toMatchObject({ value: [{ battery_voltage: 3.7 }] });
  expect(parse({ battery: "3,700" })).toMatchObject({ error: { battery: expect.any(String) } });
});

test("accepts no more readings than the server does at once", () => {
  expect(values("1 ".repeat(200))).toHaveLength(200);
  expect(values("1 ".repeat(201))).toMatchObject({ values: "Enter at most 200 values." });
});

test("gives metadata and battery to each reading, and the time to the first", () => {
  const parsed = parse({
    values: "1 2",
    metadata: '{"site": "north"}',
    battery: "3.7",
    time: "2026-03-01T12:00",
  });
  const alike = { metadata: { site: "north" }, battery_voltage: 3.7 };
  expect(parsed).toEqual({
    ok: true,
    value: [
      { value: 1, ...alike, at: new Date("2026-03-01T12:00").toISOString() },
      { value: 2, ...alike },
    ],
  });
});

test("accepts only a JSON object, or nothing, as metadata", () => {
  for (const metadata of ["[1]", "1", "null", '"a"', "{site: north}"]) {
    expect(parse({ metadata })).toMatchObject({ ok: false, error: { metadata: expect.any(String) } });
  }
  expect(parse({ metadata: "  " })).toEqual({ ok: true, value: [{ value: 21.5 }] });
});

test("reports everything that is wrong at once", () => {
  const parsed = parse({ values: "x", time: "never", metadata: "x", battery: "-1" });
  expect(parsed.ok ? [] : Object.keys(parsed.error).sort()).toEqual([
    "battery",
    "metadata",
    "time",
    "values",
  ]);
});

test("requires a sensor and a count within the limit for stored readings", () => {
  const run = (count: string, sensor: string | null, source: "last" | "dead" = "last") =>
    readingsToRun({ source, typed: nothingTyped, count, sensor });
  expect(run("20", "s")).toEqual({ ok: true, value: { last: 20 } });
  expect(run("20", "s", "dead")).toEqual({ ok: true, value: { last_dead_letters: 20 } });
  expect(run("201", "s")).toEqual({
    ok: false,
    error: { count: "Enter a whole number from 1 to 200." },
  });
  expect(run("20", null)).toEqual({ ok: false, error: { sensor: "Choose a sensor." } });
});
