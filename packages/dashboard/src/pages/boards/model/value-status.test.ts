import { expect, test } from "bun:test";
import { statusOf, statusSteps } from "./value-status.ts";

test("gives a value the status of the highest threshold that it has reached, in whatever order they are", () => {
  const steps = statusSteps([
    { from: 30, status: "critical" },
    { from: 0, status: "ok" },
    { from: 25, status: "warning" },
  ]);
  expect([-1, 0, 24.9, 25, 99].map((value) => statusOf(value, steps))).toEqual([
    null,
    "ok",
    "ok",
    "warning",
    "critical",
  ]);
  expect(statusOf(5, statusSteps())).toBeNull();
});

test("reads thresholds without a status as bounds between ok, warning and critical", () => {
  const steps = statusSteps([-10, -15]);
  expect([-20, -12, -10].map((value) => statusOf(value, steps))).toEqual(["ok", "warning", "critical"]);
});
