import { expect, test } from "bun:test";
import { readSensors, readWantedSpan, writeSensors, writeWantedSpan } from "./chart-search.ts";

const span = { fromMs: Date.UTC(2026, 0, 1), toMs: Date.UTC(2026, 0, 2) };

test.each([
  { kind: "last", preset: "7d", isLive: true },
  { kind: "last", preset: "1y", isLive: false },
  { kind: "fixed", span },
] as const)("a link keeps the view: %j", (wanted) => {
  expect(readWantedSpan(writeWantedSpan(wanted), "1h")).toEqual(wanted);
});

test.each([
  {},
  { range: "3w" },
  { from: "2026-01-01T00:00:00Z" },
  { from: "soon", to: "later" },
  { from: "2026-01-02T00:00:00Z", to: "2026-01-01T00:00:00Z" },
])("shows the usual range, live, for a link that cannot be understood: %j", (search) => {
  expect(readWantedSpan(search, "6h")).toEqual({ kind: "last", preset: "6h", isLive: true });
});

test("restores sensors of this device and of others from the link", () => {
  const sensors = [
    { device: null, slug: "temp" },
    { device: "0214454a-172d-42b4-a312-456045ac58f1", slug: "wind_2" },
  ];
  expect(readSensors({ sensors: writeSensors(sensors) })).toEqual(sensors);
  expect(readSensors({ sensors: 12 })).toEqual([{ device: null, slug: "12" }]);
});

test("distinguishes a missing list of sensors from an empty one", () => {
  expect(readSensors({})).toBeNull();
  expect(readSensors({ sensors: "" })).toEqual([]);
});
