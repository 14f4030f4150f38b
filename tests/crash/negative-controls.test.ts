import { expect, setDefaultTimeout, test } from "bun:test";
import { fileURLToPath } from "node:url";
import { runSeed } from "../harness/seeded-random.ts";
import { brokenPromises } from "./broken-promises.ts";
import { type CrashRunOptions, type CrashRunResult, crashRun } from "./crash-run.ts";

setDefaultTimeout(180_000);

/** Kills come at random moments and may miss the one that loses something. Most do not, so these runs are short. */
const killsPerRun = 1;
const runsMax = 15;

/**
 * Shows that the check of the crash tests can fail: the same run against a deliberately broken Weir must report
 * readings that were acknowledged and are not stored.
 */
function crashVariant(
  variant: string,
  options: Partial<CrashRunOptions> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<CrashRunResult> {
  const preload = fileURLToPath(new URL(`./broken/${variant}.ts`, import.meta.url));
  return crashRun({
    seed: runSeed(),
    rounds: 5,
    devices: 8,
    requestsPerRound: [10, 25],
    victims: ["server"],
    start: { preload, env },
    ...options,
  });
}

/** The broken promises of the first run that has any. */
async function lostBy(...[name, options, env]: Parameters<typeof crashVariant>): Promise<readonly unknown[]> {
  for (let run = 1; ; run++) {
    const { lost } = (await crashVariant(name, { ...options, rounds: killsPerRun }, env)).findings;
    if (lost.length > 0 || run === runsMax) return lost;
  }
}

test("breaks no promise with a slow disk alone", async () => {
  expect(brokenPromises(await crashVariant("slow-commit"))).toEqual([]);
});

test("reports readings that were acknowledged before they were written", async () => {
  expect(await lostBy("acknowledge-before-commit")).not.toEqual([]);
});

test("reports readings that were called duplicates of a lost write", async () => {
  expect(await lostBy("call-pending-duplicate", { twinChance: 0.5 })).not.toEqual([]);
});

test("reports readings that were called duplicates from a memory that the queue does not back", async () => {
  expect(await lostBy("remember-apart-from-queue")).not.toEqual([]);
});

test("reports readings that were lost between the position and its rows", async () => {
  const options = { requestsPerRound: [200, 400], killsWhileSettling: true, momentMs: 500 } as const;
  // With a forgetful memory, requests would wait for look-ups in this store, which is slow at everything.
  const env = { WEIR_IDENTITIES_MAX: "1000000" };
  expect(await lostBy("commit-position-before-rows", { victims: ["all"], ...options }, env)).not.toEqual([]);
});
