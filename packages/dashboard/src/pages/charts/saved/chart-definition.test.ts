import { expect, test } from "bun:test";
import { readLook } from "../chart-look.ts";
import { readSensors, readWantedSpan } from "../chart-search.ts";
import { type ChartDefinition, definitionOf, searchOf } from "./chart-definition.ts";

const [home, other] = ["0b0c9a34-5a3f-4d0e-9f5e-2f8a1c7d6e5b", "1c1d0b45-6b40-4e1f-8a6f-3a9b2d8e7f6c"];
const usual: ChartDefinition = {
  sensors: [{ device: home, sensor: "air", is_hidden: false }],
  range: { kind: "last", span: "24h" },
  aggregation: "mean",
  bucket_seconds: null,
  axes: [],
  derived: [],
  limits: true,
};

test.each<[string, ChartDefinition]>([
  ["as usual", usual],
  [
    "of two devices, with everything changed",
    {
      sensors: [
        { device: home, sensor: "air", is_hidden: true },
        { device: other, sensor: "air", is_hidden: false },
      ],
      range: { kind: "fixed", from: "2026-01-01T00:00:00.000Z", to: "2026-01-02T00:00:00.000Z" },
      aggregation: "sum",
      bucket_seconds: 3600,
      limits: false,
      axes: [{ unit: "%", min: 0, max: null }],
      derived: [{ name: "Difference", unit: "K", expression: "a - b", is_hidden: true }],
    },
  ],
  ["of a year", { ...usual, range: { kind: "last", span: "365d" } }],
])("opens a chart %s as it was saved", (_, definition) => {
  const search = searchOf("uuid", definition);
  const shown = {
    device: home,
    sensors: readSensors(search)!,
    look: readLook(search),
    wanted: readWantedSpan(search, "6h"),
  };
  expect(definitionOf(shown)).toEqual(definition);
});
