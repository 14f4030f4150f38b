import { expect, test } from "bun:test";
import { killProcesses, partOf, processTree, sampleProcess } from "./process-tree.ts";

test("finds what a process started, the process itself first, and ends all of it", async () => {
  const child = Bun.spawn(["sh", "-c", "sleep 100 & echo started; wait"], { stdout: "pipe" });
  await child.stdout.getReader().read();
  const tree = processTree(child.pid);
  expect(tree.map(({ parentPid }) => parentPid)).toEqual([process.pid, child.pid]);
  killProcesses(tree);
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
});

test("counts the CPU time of this process and its memory", () => {
  // The system counts in ticks of 10 ms, so this takes a few of them.
  while (cpuMs() < 50);
  const sample = sampleProcess(process.pid)!;
  expect(sample.cpuMs).toBeGreaterThan(0);
  expect(sample.cpuMs).toBeLessThanOrEqual(cpuMs() + 1000);
  expect(sample.rssBytes).toBeGreaterThan(1024 ** 2);
});

test("leaves a process alone that only has the id of one that ended", () => {
  killProcesses([{ ...sampleProcess(process.pid)!, startTicks: 1 }]);
  expect(sampleProcess(process.pid)).not.toBeNull();
});

test("names a process of Weir by its role and any other by its program", async () => {
  const ingest = Bun.spawn(["sh", "-c", "echo started; read line", "weir", "--role", "ingest"], {
    stdin: "pipe",
    stdout: "pipe",
  });
  const other = Bun.spawn(["sh", "-c", "echo started; read line"], { stdin: "pipe", stdout: "pipe" });
  for (const { stdout } of [ingest, other]) await stdout.getReader().read();
  expect(partOf(sampleProcess(ingest.pid)!)).toBe("ingest");
  expect(partOf(sampleProcess(other.pid)!)).toBe("sh");
  for (const { stdin, exited } of [ingest, other]) {
    stdin.end();
    await exited;
  }
});

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
