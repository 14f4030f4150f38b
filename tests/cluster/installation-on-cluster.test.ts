/**
 * Runs tests of whole installations on a cluster: the contract, rule chains, receipts and pages. The same files also
 * run on one machine, so they show where a cluster behaves differently. `npm run test:on-cluster` runs all that can run
 * there.
 */
import { expect, test } from "bun:test";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { startGivenEngines } from "../harness/given-engines.ts";
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
});
