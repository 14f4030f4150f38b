/**
 * Runs tests of whole installations on a cluster: the contract, rule chains, receipts and pages. The same files also
 * run on one machine, so they show where a cluster behaves differently. `npm run test:on-cluster` runs all that can run
 * there.
 */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { startGivenEngines } from "../harness/given-engines.ts";
import { childrenOf, isRunning, type RunningProcess } from "../harness/running-process.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { mainFilesOnCluster } from "./files-on-cluster.ts";
import { runAgain } from "./run-again.ts";

const timeoutMs = 400_000;

describeUnless(await whyNoEngines(), "an installation that is a cluster", () => {
  test(
    "passes the tests that one machine passes",
    async () => {
      await using engines = await startGivenEngines();
      const { failed, ran, exitCode } = await runAgain(mainFilesOnCluster, engines.env);
      expect(failed).toEqual([]);
      expect(exitCode).toBe(0);
      expect(ran).toBeGreaterThan(50);
    },
    timeoutMs,
  );

  test("leaves no engines behind when its tests are interrupted while the engines start", async () => {
    const script = join(import.meta.dir, "../../scripts/test-on-cluster.ts");
    const child = Bun.spawn([process.execPath, script, "smoke"], { stdio: ["ignore", "ignore", "ignore"] });
    const started = new Map<number, RunningProcess>();
    const look = () => {
      for (const found of childrenOf(child.pid)) started.set(found.pid, found);
      return started.size > 0;
    };
    await waitUntil("the first engine starts", look, 30_000);
    child.kill("SIGINT");
    await waitUntil(
      "it has ended",
      () => {
        look();
        return child.exitCode !== null || child.signalCode !== null;
      },
      30_000,
    );
    expect(child.exitCode).toBe(130);
    expect([...started.values()].filter(isRunning)).toEqual([]);
  }, 60_000);
});
