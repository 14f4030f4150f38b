import { expect, test } from "bun:test";
import { ManualClock } from "../../../../../tests/harness/manual-clock.ts";
import { createLog } from "../../platform/log.ts";
import { LimitedLog } from "./limited-log.ts";

test("limits a chain to ten lines a second, and reports how many were left out", () => {
  const lines: Record<string, unknown>[] = [];
  const clock = new ManualClock("2026-01-01T00:00:00Z");
  const log = new LimitedLog(
    createLog("info", "test", (line) => lines.push(JSON.parse(line))),
    clock,
  );
  for (let n = 0; n < 25; n++) log.write("warn", `line ${n}`, { node: "log" });
  expect(lines).toHaveLength(10);
  clock.advanceMs(1000);
  log.write("warn", "later", { node: "log" });
  log.write("warn", "and on", { node: "log" });
  expect(lines.slice(10)).toMatchObject([
    { message: "later", level: "warn", node: "log", leftOut: 15 },
    { message: "and on", node: "log" },
  ]);
  expect(lines[11]).not.toHaveProperty("leftOut");
});
