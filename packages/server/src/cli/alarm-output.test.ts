import { expect, test } from "bun:test";
import { type Alarm, describeAlarmInFull, describeClearing } from "./alarm-output.ts";

const at = "2026-06-01T12:00:00Z";
const cleared: Alarm = {
  id: 7,
  state: "cleared",
  severity: "warning",
  name: "Too warm",
  message: null,
  cause: "rule",
  chain: null,
  node: null,
  node_name: null,
  rule: null,
  readings: 1,
  device: { uuid: "d", name: "Freezer" },
  sensor: { uuid: "s", slug: "air", type: null },
  raised_at: at,
  raised_value: 31,
  last_at: at,
  last_value: 31,
  worst_value: null,
  acknowledged_at: null,
  acknowledged_by: null,
  assignee: null,
  snoozed_until: null,
  cleared_at: at,
  cleared_by: null,
  clear_reason: "rule_deleted",
};

test("says when the severity rose, and why the server cleared the alarm of an alert rule", () => {
  expect(describeClearing(cleared)).toBe(`because its alert rule was deleted (${at})`);
  expect(describeClearing({ ...cleared, clear_reason: null })).toBe(`by its alert rule at ${at}`);
  const nothing = { by: null, text: null, severity: null, reason: null, until: null, value: null };
  const entry = { at, ...nothing, comment: null, is_own: false };
  const history = [
    { ...entry, kind: "raised", value: 31 } as const,
    { ...entry, kind: "severity_rose", severity: "critical" } as const,
    { ...entry, kind: "cleared", reason: "rule_not_applicable" } as const,
  ];
  expect(
    describeAlarmInFull({ ...cleared, history })
      .split("\n")
      .slice(-3),
  ).toEqual([
    `${at}  raised at 31`,
    `${at}  severity rose to critical`,
    `${at}  cleared because its alert rule no longer applies to the sensor`,
  ]);
});

test("says the worst value of an alarm that has one", () => {
  const text = (worst: number | null) => describeAlarmInFull({ ...cleared, worst_value: worst, history: [] });
  expect(text(41.5).split("\n")).toContain("Worst value: 41.5");
  expect(text(null)).not.toContain("Worst value");
});
