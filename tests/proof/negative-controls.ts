import { fileURLToPath } from "node:url";
import { type BrokenLaw, brokenLaws, type Law } from "../crash/broken-promises.ts";
import { type CrashRunOptions, crashRun } from "../crash/crash-run.ts";
import { killWhileDelivering } from "../crash/kill-while-delivering.ts";
import { cutAtRandom, recordRun } from "../crash/power-cut/recording.ts";
import { stoppedProcessorRun } from "../crash/stopped-processor-run.ts";
import { whyNoStrace } from "../crash/strace.ts";
import { SeededRandom } from "../harness/seeded-random.ts";
import { badRequestRound } from "./kinds/bad-requests.ts";

/**
 * A Weir that breaks a law on purpose. It shows that the check of the law can fail: if no run against it is reported,
 * the proof proves nothing.
 */
export interface NegativeControl {
  readonly name: string;
  readonly law: Law;
  /** Why it cannot be tried on this machine; null if it can. */
  whyNot?(): Promise<string | null> | string | null;
  /** The laws that one run found broken. A kill may miss the moment, so several runs are tried. */
  run(seed: number): Promise<readonly BrokenLaw[]>;
}

/** Kills may miss the one moment that loses something. Most do not. */
const runsMax = 15;

export interface ControlResult {
  /** The seed of the run that was reported; null if none was. */
  readonly caughtWith: number | null;
  readonly runs: number;
}

export async function tryControl(control: NegativeControl, firstSeed: number): Promise<ControlResult> {
  for (let runs = 1; runs <= runsMax; runs++) {
    const seed = firstSeed + runs - 1;
    const broken = await control.run(seed);
    if (broken.some(({ law }) => law === control.law)) return { caughtWith: seed, runs };
  }
  return { caughtWith: null, runs: runsMax };
}

const killControls: readonly NegativeControl[] = [
  killed("answers before the queue is synced", "acknowledged is stored", "acknowledge-before-commit"),
  killed(
    "calls a reading a duplicate while the first copy is being written",
    '"duplicate" only for what is stored',
    "call-pending-duplicate",
    { twinChance: 0.5 },
  ),
  killed(
    "remembers a reading before it is appended",
    '"duplicate" only for what is stored',
    "remember-apart-from-queue",
  ),
  killed("commits the position before the rows", "acknowledged is stored", "commit-position-before-rows", {
    requestsPerRound: [200, 400],
    killsWhileSettling: true,
    momentMs: 500,
    victims: ["all"],
    // With a forgetful memory, requests would wait for look-ups in this store, which is slow at everything.
    start: { env: { WEIR_IDENTITIES_MAX: "1000000" } },
  }),
  killed("stores some readings at another time", "stored was sent", "store-another-time"),
  killed("confirms a replaced token before it is refused", "revoked is refused", "confirm-before-applying"),
];

const epochControl: NegativeControl = {
  name: "commits without the epoch",
  law: "stored once",
  run: async (seed) =>
    brokenLaws(await stoppedProcessorRun({ seed, stops: 1, preload: variant("commit-without-epoch") })),
};

const syncControl: NegativeControl = {
  name: "syncs the queue only now and then (synchronous = NORMAL)",
  law: "acknowledged is stored",
  whyNot: whyNoStrace,
  async run(seed) {
    await using recording = await recordRun({ preload: variant("sync-seldom") });
    const found = await cutAtRandom(recording, { cuts: 2, random: new SeededRandom(seed), settleMs: 1000 });
    return found.flatMap(({ broken }) => broken);
  },
};

const answerControl: NegativeControl = {
  name: "refuses bodies without a message",
  law: "every answer is one of the contract",
  run: async (seed) =>
    (await badRequestRound({ seed, requests: 1000, preload: variant("answer-without-words") })).broken,
};

const messageControl: NegativeControl = {
  name: "sends every try of a message under another key",
  law: "a message is settled once",
  run: async () =>
    (await killWhileDelivering(["process: message sent, not settled"], 1, variant("another-key-each-try")))
      .further,
};

export const allControls: readonly NegativeControl[] = [
  ...killControls,
  epochControl,
  syncControl,
  answerControl,
  messageControl,
];

/** A broken variant that is killed under load. */
function killed(
  name: string,
  law: Law,
  file: string,
  { start, ...options }: Partial<CrashRunOptions> = {},
): NegativeControl {
  const run = async (seed: number) => {
    const evidence = await crashRun({
      seed,
      rounds: 1,
      devices: 8,
      requestsPerRound: [10, 25],
      victims: ["server"],
      start: { ...start, preload: variant(file) },
      ...options,
    });
    return brokenLaws(evidence);
  };
  return { name, law, run };
}

function variant(name: string): string {
  return fileURLToPath(new URL(`../crash/broken/${name}.ts`, import.meta.url));
}
