import { expect, test } from "bun:test";
import { systemMemory } from "./process-memory.ts";

const mebibyte = 1024 ** 2;

test("counts what processes of one program share once, and leaves out processes that have ended", async () => {
  await using child = Bun.spawn(
    [process.execPath, "-e", "console.log(1); setInterval(() => undefined, 1000)"],
    {
      stdout: "pipe",
    },
  );
  await child.stdout.getReader().read();
  const one = systemMemory([child.pid]);
  expect(one.distinctBytes).toBe(one.residentBytes);
  const two = systemMemory([process.pid, child.pid]);
  // The runtime alone is some 30 MB.
  expect(two.distinctBytes).toBeLessThan(two.residentBytes - 10 * mebibyte);
  expect(two.distinctBytes).toBeGreaterThan(one.distinctBytes);
  child.kill();
  await child.exited;
  expect(systemMemory([child.pid])).toEqual({ residentBytes: 0, distinctBytes: 0 });
});
