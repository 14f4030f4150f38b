import { expect, test } from "bun:test";
import type { AlertRule } from "../alert-rules/condition-words.ts";
import { limitLinesOf } from "./limit-line.ts";

const lasting = { hysteresis: 0, for_readings: 1, for_seconds: 0 };
const above = { kind: "above", limit: 30, ...lasting } as const;
const rule = (part: Partial<AlertRule>): AlertRule => ({
  uuid: "rule",
  name: "Too warm",
  severity: "warning",
  text: "Warm",
  version: 1,
  sensor: null,
  mute: { until: null, weekly: null },
  created_at: "",
  updated_at: "",
  told_by: [],
  tells_nobody: true,
  target: { kind: "sensor", sensor: "one" },
  condition: above,
  ...part,
});
const one = {
  uuid: "one",
  type: "temperature",
  unit: "°C",
  group: "Greenhouses" as string | null,
  template: "Freezer" as string | null,
};
const values = (rules: readonly AlertRule[], sensors = [one]) =>
  limitLinesOf(rules, sensors).map(({ side, value }) => [side, value]);

test.each<[AlertRule["target"], boolean]>([
  [{ kind: "sensor", sensor: "one" }, true],
  [{ kind: "sensor", sensor: "two" }, false],
  [{ kind: "type", type: "temperature" }, true],
  [{ kind: "type", type: "humidity" }, false],
  [{ kind: "group", group: "Greenhouses", type: null }, true],
  [{ kind: "group", group: "Greenhouses", type: "temperature" }, true],
  [{ kind: "group", group: "Greenhouses", type: "humidity" }, false],
  [{ kind: "group", group: "Freezers", type: null }, false],
  [{ kind: "template", template: "Freezer", type: null }, true],
  [{ kind: "template", template: "Freezer", type: "temperature" }, true],
  [{ kind: "template", template: "Freezer", type: "humidity" }, false],
  [{ kind: "template", template: "Greenhouses", type: null }, false],
])("draws the limit of a rule only for sensors that it applies to: %j", (target, isDrawn) => {
  expect(values([rule({ target })])).toEqual(isDrawn ? [["above", 30]] : []);
});

test("draws no limits of groups and templates for a device that has neither", () => {
  const targets = [
    { kind: "group", group: "Greenhouses", type: null },
    { kind: "template", template: "Freezer", type: null },
  ] as const;
  const alone = { ...one, group: null, template: null };
  expect(
    values(
      targets.map((target) => rule({ target })),
      [alone],
    ),
  ).toEqual([]);
});

test("draws both limits of a range, and none of a rule without a value to compare with", () => {
  expect(values([rule({ condition: { kind: "outside", min: 2, max: 8, ...lasting } })])).toEqual([
    ["below", 2],
    ["above", 8],
  ]);
  expect(values([rule({ condition: { kind: "silent", seconds: 60 } })])).toEqual([]);
});

test("draws the limit of a shared rule once for each unit", () => {
  const target = { kind: "type", type: "temperature" } as const;
  const other = { ...one, uuid: "two" };
  expect(values([rule({ target })], [one, other])).toHaveLength(1);
  expect(values([rule({ target })], [one, { ...other, unit: "°F" }])).toHaveLength(2);
});
