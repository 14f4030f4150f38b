/**
 * `npm run test:cluster -- --rounds n`: causes every fault in a whole cluster under load and checks the promises. Exits
 * with code 1 if a promise was broken. `tests/cluster/faults.test.ts` is the short form.
 */
import { parseArgs } from "node:util";
import { isWithin } from "../../../packages/server/src/platform/is-within.ts";
import { endAllEngines } from "../../../scripts/engines/engine-process.ts";
import { fetchNats, type NatsRelease, natsReleases } from "../../../scripts/engines/nats-releases.ts";
import { ensureSystemPackages } from "../../../scripts/system-packages.ts";
import { clusterEngines, faultPrograms } from "../../harness/programs.ts";
import { runSeed } from "../../harness/seeded-random.ts";
import { allFaults, natsFaults } from "./all-faults.ts";
import type { Fault } from "./fault.ts";
import { FaultGround } from "./fault-ground.ts";
import { type FaultReport, faultRound } from "./fault-round.ts";
import { faultTable } from "./fault-table.ts";
import type { TestedCluster } from "./tested-cluster.ts";

const help = `Usage: npm run test:cluster -- [options]

Starts a whole cluster on this machine (three NATS servers, PostgreSQL with a synchronous standby, Redis, two ingest,
two process, one deliver and two manage processes, haproxy), sends readings through haproxy, and lets one fault after
the other happen: processes are killed, stopped for 10 s and cut off for 10 s, a clock is wrong by an hour, a disk is
full. Two or all NATS servers are killed, and everything at once; the stream is deleted, all NATS servers lose their
disks, one is replaced by an empty one, and processes with a wrong token key try to join. At the end, servers of other NATS
releases are killed. Every process is restarted, one after the other, and a token is replaced 200 times on three ingest nodes: the old
one is refused by each as soon as the call has returned. After each fault it checks that
  - every acknowledged reading is stored, once and unchanged,
  - every accepted reading was settled exactly once (only noted after faults of NATS servers, see decision 0048),
  - the readings of each sensor were processed in the order in which they were sent,
  - devices and people saw only answers that ask for a repeat (429, 502, 503, 504, or none),
  - every alarm was raised and cleared once, and each change of it and each webhook was sent under one key,
  - a page that was open all the time shows new readings again,
  - the fault really happened.
It ends with code 1 where a promise was broken, and prints how long each recovery took. Of times from the fault on,
  accepted      until every device had a reading accepted again, and none had to repeat or wait because of the fault
  stored        until everything was stored that was accepted by then
  managed       until the management API had answered a question and made a change
and besides
  whole         from when the part was put right until it had caught up with the others
  longest wait  how long one device had to repeat a request, or to wait for its answer, at most

  --rounds <number>  how often every fault happens (1)
  --only <text>      only faults with this in their name; may be given several times
  --seed <number>    makes the same choices as an earlier run
  --nats <release>   the release of the NATS servers: 2.9, 2.10 or 2.15 (the installed one)
  --leave-out        succeed although some faults cannot be tried here
  --list             print the names of all faults
  --help             show this text

A round takes about twenty minutes. Cutting off, the wrong clock and the full disk need root on Linux. Without it they are left
out, the table says so, and the run fails unless --leave-out is given. Missing Debian packages are installed with apt-get.
`;

/** It loses acknowledged entries when all its servers are killed, so Weir must report that (decision 0046). */
const losingRelease: NatsRelease = "2.10";
const logLinesShown = 200;
/** As a shell reports a program that was ended with Ctrl-C. */
const abandonedExit = 130;
/** How long the folders of an abandoned cluster may take to be removed. */
const disposeMaxMs = 5000;
const never = new Promise<never>(() => undefined);

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "1" },
    only: { type: "string", multiple: true, default: [] },
    seed: { type: "string" },
    nats: { type: "string" },
    "leave-out": { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (options.help) {
  console.log(help);
  process.exit(0);
}
const rounds = Number(options.rounds);
if (!Number.isInteger(rounds) || rounds < 1) fail("--rounds must be a whole number from 1 on.");

const ensured = await ensureSystemPackages([...clusterEngines, ...faultPrograms]);
if (!ensured.ok && !options.list) console.error(ensured.problem);
using ground = await FaultGround.prepare({ withDisk: !options.list });
const faults = allFaults(ground).filter(
  ({ name }) => options.only.length === 0 || options.only.some((text) => name.includes(text)),
);
if (options.list) {
  console.log(faults.map(({ name }) => name).join("\n"));
  process.exit(0);
}
if (faults.length === 0) fail("No fault has this name. --list prints all of them.");
let seed = options.seed === undefined ? runSeed() : Number(options.seed);
const startedMs = performance.now();
const reports: { name: string; report: FaultReport | string }[] = [];
let isBroken = false;
say(`Starting a whole cluster. Repeat with --seed ${seed}.`);
let release = options.nats === undefined ? null : releaseOf(options.nats);
let starting: Promise<TestedCluster> | null = null;
let isAbandoned = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void abandon());
let cluster = await startCluster();
await tryAll(faults);
if (options.nats === undefined && options.only.length === 0) {
  for (release of otherReleases()) {
    await cluster[Symbol.asyncDispose]();
    say(`Starting a whole cluster on NATS ${release}.`);
    cluster = await startCluster();
    await tryAll(natsFaults);
  }
}
await end(isBroken ? 1 : 0);

async function tryAll(chosen: readonly Fault[]): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    for (const fault of chosen) {
      const { impossible } = fault;
      const name = release === null ? fault.name : `${fault.name}, NATS ${release}`;
      say(`round ${round} of ${rounds}: ${name}${impossible ? `, left out: ${impossible}` : ""}`);
      if (impossible && !options["leave-out"]) isBroken = true;
      const report = impossible ?? (await attempt({ ...fault, mayLose: release === losingRelease }));
      reports.push({ name, report });
    }
  }
}

/** The releases that Debian has besides the installed one. */
function otherReleases(): NatsRelease[] {
  const { stdout } = Bun.spawnSync(["/usr/sbin/nats-server", "--version"]);
  return natsReleases.filter((each) => !stdout.toString().includes(`v${each}.`));
}

async function startCluster(): Promise<TestedCluster> {
  starting = ground.startCluster(release === null ? {} : { natsProgram: await fetchNats(release) });
  return starting.catch((error: unknown) => (isAbandoned ? never : Promise.reject(error)));
}

/** A cluster that does not recover is replaced, so that the other faults can still be tried. */
async function attempt(fault: Fault): Promise<FaultReport | string> {
  try {
    const report = await faultRound(cluster, fault, seed++);
    for (const note of report.notes) say(`  note: ${note}`);
    for (const law of report.broken) say(`  BROKEN: ${law}`);
    if (report.broken.length > 0) tellLog();
    return report;
  } catch (error) {
    if (isAbandoned) return never;
    say(`  FAILED: ${error instanceof Error ? error.message : error}`);
    tellLog();
    await cluster[Symbol.asyncDispose]();
    ground.heal();
    cluster = await startCluster();
    return "DID NOT RECOVER";
  }
}

async function end(exitCode: number): Promise<never> {
  console.log(`\n${faultTable(reports)}`);
  await cluster[Symbol.asyncDispose]();
  ground[Symbol.dispose]();
  process.exit(exitCode);
}

/** Ends everything at once, also a cluster that is just starting. What is under way fails meanwhile, and is not reported. */
async function abandon(): Promise<void> {
  if (isAbandoned) process.exit(abandonedExit);
  isAbandoned = true;
  console.log(`\n${faultTable(reports)}`);
  try {
    await endAllEngines();
    const dispose = async () => (await starting)?.[Symbol.asyncDispose]();
    await isWithin(
      disposeMaxMs,
      dispose().catch(() => undefined),
    );
    ground[Symbol.dispose]();
  } finally {
    process.exit(abandonedExit);
  }
}

function tellLog(): void {
  isBroken = true;
  console.log(`The end of the log of the cluster:\n${logEnd()}`);
}

/** The last lines of the processes in order of time, which every line begins with. */
function logEnd(): string {
  return cluster.weir.logText.trimEnd().split("\n").sort().slice(-logLinesShown).join("\n");
}

function say(text: string): void {
  console.log(`${((performance.now() - startedMs) / 1000).toFixed(0).padStart(5)} s  ${text}`);
}

function releaseOf(text: string): NatsRelease {
  const release = natsReleases.find((each) => each === text);
  if (release === undefined) fail(`--nats must be one of ${natsReleases.join(", ")}.`);
  return release;
}

function fail(problem: string): never {
  console.error(problem);
  process.exit(1);
}
