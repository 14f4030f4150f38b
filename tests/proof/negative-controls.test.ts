import { expect, setDefaultTimeout, test } from "bun:test";
import { fileURLToPath } from "node:url";
import { brokenPromises } from "../crash/broken-promises.ts";
import { crashRun } from "../crash/crash-run.ts";
import { runSeed } from "../harness/seeded-random.ts";
import { allControls, tryControl } from "./negative-controls.ts";

setDefaultTimeout(180_000);

test("breaks no law with a slow disk alone", async () => {
  const preload = fileURLToPath(new URL("../crash/broken/slow-commit.ts", import.meta.url));
  const options = { devices: 8, requestsPerRound: [10, 25], victims: ["server"] } as const;
  const evidence = await crashRun({ seed: runSeed(), rounds: 5, start: { preload }, ...options });
  expect(brokenPromises(evidence)).toEqual([]);
});

for (const control of allControls) {
  test.skipIf(((await control.whyNot?.()) ?? null) !== null)(
    `reports a Weir that ${control.name}`,
    async () => {
      expect((await tryControl(control, runSeed())).caughtWith).not.toBeNull();
    },
  );
}
