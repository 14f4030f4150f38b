import { expect, setDefaultTimeout, test } from "bun:test";
import { fileURLToPath } from "node:url";
import { brokenPromises, type Law } from "../crash/broken-promises.ts";
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

/** `ledger.test.ts` and `answer-reader.test.ts` show in less time that these checks can fail. */
const shownElsewhere: readonly Law[] = ["stored was sent", "every answer is one of the contract"];

for (const control of allControls.filter(({ law }) => !shownElsewhere.includes(law))) {
  test.skipIf(((await control.whyNot?.()) ?? null) !== null)(
    `reports a Weir that ${control.name}`,
    async () => {
      expect((await tryControl(control, runSeed())).caughtWith).not.toBeNull();
    },
  );
}
