import { expect, test } from "bun:test";
import { getPriority } from "node:os";
import { lowerProcess } from "./priority.ts";

test("lowers the priority of a process, and never raises it again with a smaller number", async () => {
  await using child = Bun.spawn(["sleep", "60"]);
  lowerProcess(child.pid, 10);
  lowerProcess(child.pid, 5);
  expect(getPriority(child.pid)).toBe(10);
  child.kill();
});

test("ignores a process that has ended", async () => {
  const child = Bun.spawn(["true"]);
  await child.exited;
  expect(() => lowerProcess(child.pid, 5)).not.toThrow();
});
