import { expect, test } from "bun:test";
import { getPriority } from "node:os";
import { lowerProcess } from "./priority.ts";

test("a process is lowered, and never raised again by a smaller number", async () => {
  await using child = Bun.spawn(["sleep", "60"]);
  lowerProcess(child.pid, 10);
  lowerProcess(child.pid, 5);
  expect(getPriority(child.pid)).toBe(10);
  child.kill();
});

test("a process that has ended needs nothing", async () => {
  const child = Bun.spawn(["true"]);
  await child.exited;
  expect(() => lowerProcess(child.pid, 5)).not.toThrow();
});
