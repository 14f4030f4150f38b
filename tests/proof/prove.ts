/**
 * `npm run prove`: the long proof. Causes every kind of fault again and again and checks the laws after each. `--help`
 * tells more; the short forms of the same checks are tests that `npm test` and `npm run test:faults` run.
 */
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildServer } from "../../scripts/build-server.ts";
import { endAllEngines } from "../../scripts/engines/engine-process.ts";
import { laws } from "../crash/broken-promises.ts";
import { runSeed } from "../harness/seeded-random.ts";
import { keptLogsVariable } from "../harness/weir-installation.ts";
import { allKinds } from "./all-kinds.ts";
import type { FaultKind } from "./fault-kind.ts";
import { allControls, type NegativeControl, tryControl } from "./negative-controls.ts";
import { nextKind, restS } from "./next-kind.ts";
import { proofReport } from "./proof-report.ts";
import {
  kindState,
  newState,
  note,
  type ProofState,
  putAside,
  readState,
  writeState,
} from "./proof-state.ts";
import { shownCount, shownTime } from "./shown-numbers.ts";

const root = join(import.meta.dir, "..", "..");
const stateFolder = join(root, ".proof");
const stateFile = join(stateFolder, "state.json");
/** The logs of a round, which are kept if it fails. */
const roundLogs = join(stateFolder, "logs");
const reportFile = join(root, "docs/proof.md");
const command = "npm run prove --";
/** As a shell reports a program that was ended with Ctrl-C. */
const abandonedExit = 130;

const help = `Usage: npm run prove -- [options]

Causes faults in real servers under load, thousands of times, and checks after each that
${laws.map((law) => `  - ${law}`).join("\n")}

First, servers that break one of these on purpose have to be caught. Then the kinds of faults take turns:
${allKinds.map(({ name, target, unit }) => `  ${name.padEnd(22)} ${shownCount(target)} ${unit}`).join("\n")}

Every round has a seed. A round that fails is printed with the command that repeats it. What was done is kept in
.proof/state.json, and docs/proof.md reports it.

  --minutes <number>  stop after this time; without it, when every kind is complete
  --resume            continue an earlier proof instead of beginning a new one
  --only <text>       only kinds with this in their name; may be given several times
  --seed <number>     the seed of the first round of each kind
  --rounds <number>   only so many rounds of each kind, without negative controls, state and report: to repeat a failure
  --help              show this text

Ends with code 1 if a law was broken, a round did not come to its end, or a negative control was not caught. Faults that
need root, strace or a C compiler are left out where these are missing, and the report says so.
`;

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string" },
    resume: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
    seed: { type: "string" },
    rounds: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (options.help) {
  console.log(help);
  process.exit(0);
}
const minutes = positive("minutes") ?? Number.POSITIVE_INFINITY;
const rounds = positive("rounds");
const seed = options.seed === undefined ? runSeed() : Number(options.seed);
if (!Number.isInteger(seed) || seed < 0) fail("--seed must be a whole number.");
const kinds = allKinds.filter(
  ({ name }) => options.only.length === 0 || options.only.some((text) => name.includes(text)),
);
if (kinds.length === 0)
  fail(`No kind has this name. The kinds are ${allKinds.map(({ name }) => name).join(", ")}.`);

const startedMs = performance.now();
const state = rounds === null ? openState() : newState(seed);
let isFailed = false;
let isAbandoned = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void abandon());
await buildServer();
process.env[keptLogsVariable] = roundLogs;
if (rounds === null) {
  for (const control of allControls) if (!isAbandoned) await attemptControl(control);
  await proveInTurns();
} else {
  for (const kind of kinds) for (let round = 0; round < rounds; round++) await attempt(kind);
}
for (const kind of kinds) await kind.end?.();
if (rounds === null) say(`The report is in docs/proof.md.${isFailed ? "" : " Nothing was broken."}`);
process.exit(isAbandoned ? abandonedExit : isFailed ? 1 : 0);

function openState(): ProofState {
  const earlier = readState(stateFile);
  const begun = options.resume && earlier !== null ? earlier : newState(seed);
  if (begun === earlier)
    say(`Continues the proof of ${begun.begunAt}, which ran ${shownTime(begun.seconds)} so far.`);
  else {
    if (earlier !== null)
      say(`A new proof. The state of the last one is now in ${putAside(stateFile, earlier)}.`);
    say(`Begins with seed ${seed}.`);
  }
  begun.commits = [...new Set([...begun.commits, codeVersion()])];
  return begun;
}

/** The commit, and whether anything but the report differs from it. */
function codeVersion(): string {
  const git = (...words: string[]) =>
    Bun.spawnSync(["git", ...words], { cwd: root })
      .stdout.toString()
      .trim();
  const isChanged = git("status", "--porcelain", "--", ".", ":!docs/proof.md") !== "";
  return `${git("rev-parse", "--short", "HEAD")}${isChanged ? " with changes" : ""}`;
}

/** A negative control is tried once in a proof. */
async function attemptControl(control: NegativeControl): Promise<void> {
  const { name, law } = control;
  if (state.controls[name]?.caughtWith != null) return;
  const whyNot = (await control.whyNot?.()) ?? null;
  const none = { caughtWith: null, runs: 0 };
  const result = whyNot === null ? await timed(() => tryControl(control, state.firstSeed)) : none;
  state.controls[name] = { law, whyNot, at: new Date().toISOString(), ...result };
  const caught = `caught in run ${result.runs}, seed ${result.caughtWith}`;
  if (whyNot !== null) say(`control: a server that ${name}: left out, ${whyNot}`);
  else if (result.caughtWith !== null) say(`control: a server that ${name}: ${caught}`);
  else {
    isFailed = true;
    say(`control: a server that ${name}: NOT CAUGHT in ${result.runs} runs, so "${law}" is not proved`);
  }
  keep();
}

async function proveInTurns(): Promise<void> {
  const possible: FaultKind[] = [];
  for (const kind of kinds) {
    const kindOf = kindState(state, kind);
    kindOf.whyNot = (await kind.whyNot?.()) ?? null;
    kindOf.leftOut = (await kind.leftOut?.()) ?? null;
    if (kindOf.whyNot === null) possible.push(kind);
    else say(`${kind.name}: left out, ${kindOf.whyNot}`);
  }
  for (;;) {
    const kind = nextKind(possible, state, leftS());
    if (kind === null || leftS() <= 0 || isAbandoned) return;
    await attempt(kind);
    const rest = restS(possible, state);
    const forAll = rest === null ? "" : `, all targets in about ${shownTime(rest)}`;
    say(`${progressOf(kind)}${Number.isFinite(minutes) ? `, ${shownTime(leftS())} left` : ""}${forAll}`);
    keep();
  }
}

/** One round. Its failure is noted, and the proof goes on. */
async function attempt(kind: FaultKind): Promise<void> {
  const own = kindState(state, kind);
  const seed = own.nextSeed;
  const begunMs = performance.now();
  rmSync(roundLogs, { recursive: true, force: true });
  const round = await timed(() => kind.round(seed)).catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  );
  // The servers of the round have got the signal too, so it proves nothing.
  if (isAbandoned) return;
  own.seconds += (performance.now() - begunMs) / 1000;
  const failure = note(own, seed, round);
  if (rounds !== null) say(progressOf(kind));
  if (failure === null) return;
  isFailed = true;
  for (const { law, text } of failure.broken) say(`BROKEN: ${law}: ${text}`);
  if (failure.error !== null) say(`FAILED: ${failure.error}`);
  if (existsSync(roundLogs)) {
    const kept = join(stateFolder, `logs-${kind.name.replaceAll(" ", "-")}-${seed}`);
    rmSync(kept, { recursive: true, force: true });
    renameSync(roundLogs, kept);
    say(`  the logs of its servers are in ${kept}`);
  }
  say(`  repeat with: ${command} --only "${kind.name}" --seed ${seed} --rounds 1`);
}

/** Stops after the round; at the second time, at once. */
async function abandon(): Promise<void> {
  if (isAbandoned) {
    await endAllEngines();
    process.exit(abandonedExit);
  }
  isAbandoned = true;
  say("Stops after this round. What was done is kept: continue with --resume.");
}

async function timed<T>(work: () => Promise<T>): Promise<T> {
  const begunMs = performance.now();
  try {
    return await work();
  } finally {
    state.seconds += (performance.now() - begunMs) / 1000;
  }
}

function keep(): void {
  writeState(stateFile, state);
  writeFileSync(reportFile, proofReport(state));
}

function leftS(): number {
  return minutes * 60 - (performance.now() - startedMs) / 1000;
}

function progressOf(kind: FaultKind): string {
  const { done, seconds, failed } = kindState(state, kind);
  const rate = seconds === 0 ? 0 : (done / seconds) * 60;
  const share = ((done / kind.target) * 100).toFixed(0);
  const verdict = failed === 0 ? "nothing broken" : `${failed} FAILED`;
  return `${kind.name}: ${shownCount(done)} of ${shownCount(kind.target)} ${kind.unit} (${share} %), ${shownCount(rate)} a minute, ${verdict}`;
}

function say(text: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)}  ${text}`);
}

function positive(name: "minutes" | "rounds"): number | null {
  const text = options[name];
  if (text === undefined) return null;
  const number = Number(text);
  if (!(number > 0)) fail(`--${name} must be a number above 0.`);
  return number;
}

function fail(problem: string): never {
  console.error(problem);
  process.exit(1);
}
