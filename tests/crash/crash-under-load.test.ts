import { expect, setDefaultTimeout, test } from "bun:test";
import { propertyRuns, propertyTimeoutMs } from "../harness/property-runs.ts";
import { runSeed } from "../harness/seeded-random.ts";
import { brokenPromises } from "./broken-promises.ts";
import { crashRun } from "./crash-run.ts";

setDefaultTimeout(propertyTimeoutMs);

const rounds = propertyRuns(5);

test("stores every acknowledged reading exactly once, whichever processes are killed and when", async () => {
  const seed = runSeed();
  console.log(`Crashes under load: repeat with WEIR_TEST_SEED=${seed}`);
  const result = await crashRun({ seed, rounds });

  expect(brokenPromises(result)).toEqual([]);
  expect(result.ledger.acknowledgedCount).toBeGreaterThan(rounds);
});
