import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { describeUnless } from "../../harness/describe-unless.ts";
import { whyNoEngines } from "../../harness/engines.ts";
import {
  childrenOf,
  findProcess,
  type RunningProcess,
  signalProcess,
} from "../../harness/running-process.ts";
import { waitUntil } from "../../harness/wait-until.ts";

setDefaultTimeout(120_000);

describeUnless(await whyNoEngines(), "the suite of faults", () => {
  test("leaves no process behind when it is ended while its cluster starts", async () => {
    const suite = Bun.spawn([process.execPath, join(import.meta.dir, "fault-suite.ts"), "--leave-out"], {
      stdio: ["ignore", "ignore", "ignore"],
    });
    const started = new Map<number, RunningProcess>();
    const look = () => {
      for (const child of childrenOf(suite.pid)) started.set(child.pid, child);
    };
    const left = () =>
      [...started.values()].filter(({ pid, startTicks }) => findProcess(pid)?.startTicks === startTicks);
    try {
      await waitUntil(
        "several engines run",
        () => {
          look();
          return left().length >= 4;
        },
        60_000,
      );
      suite.kill("SIGINT");
      const looking = setInterval(look, 5);
      const code = await suite.exited;
      clearInterval(looking);
      expect([code, left()]).toEqual([130, []]);
    } finally {
      suite.kill("SIGKILL");
      for (const child of left()) signalProcess(child, "SIGKILL");
    }
  });
});
