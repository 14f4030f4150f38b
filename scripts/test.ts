/**
 * `npm test` builds the dashboard and the server and runs every test except the long proofs, which `npm run test:faults`
 * runs. Types, lint and format are checked beside the first tests. Type errors end the run at once. A file with a failed
 * test runs once more, alone. Prints one line of counts last, and exits non-zero if anything failed.
 *
 * `npm test -- tests/contract -t duplicate`: words choose test files by their paths, and everything from the first unknown
 * flag on is for the test runner. `--changed` runs what the changes since main reach, and `--no-install` installs nothing.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { initialisedPostgresVariable, whyNoEngines } from "../tests/harness/engines.ts";
import { sharedBrowserVariable, sharedEnginesVariable, testPrograms } from "../tests/harness/programs.ts";
import { builtMain, mainVariable } from "./build-server.ts";
import { chooseTestFiles } from "./choose-test-files.ts";
import { initialisePostgres } from "./engines/private-postgres.ts";
import { ImportGraph } from "./import-graph.ts";
import { propertyRunFactors, propertyRunsVariable } from "./long-proofs.ts";
import { type FlakyTest, runAgain } from "./run-again.ts";
import { runTestFiles, stopRunningFiles, type TestFilesResult } from "./run-test-files.ts";
import { ensureSystemPackages, installNothing } from "./system-packages.ts";
import { readTestOptions } from "./test-options.ts";
import { browserFolder, inProcesses } from "./test-processes.ts";
import type { Counts, FailedTest } from "./test-report.ts";

const root = join(import.meta.dir, "..");
const bin = join(root, "node_modules", ".bin");
const options = readTestOptions(process.argv.slice(2));
const testTimeoutMs = 120_000;
/** The longest file takes about three minutes on an idle machine with two cores, and several times that on a busy host. */
const processTimeoutMs = 1_500_000;
/** Enough for a browser and the servers of one file. */
const bytesPerFile = 1.5 * 2 ** 30;
/**
 * How many test files run at a time, as far as the memory allows. A file with a browser keeps a core busy. The others
 * also wait for processes and disks, so as many of them run beside the browsers, and three times as many without them.
 * Long proofs start whole clusters, so fewer of them run at a time.
 */
const filesMax = Math.max(1, Math.floor(totalmem() / bytesPerFile));
const workers = Math.min(availableParallelism(), filesMax);
const besidesMax = options.faults ? Math.ceil(workers / 2) : workers;
const workersBesides = Math.min(besidesMax, filesMax - workers);

/**
 * The type checker leaves its memory unused objects, up to this much: looking for them takes a third of its CPU. Unit
 * tests run too briefly to be worth the last step of optimization of the runtime, which takes a seventh of theirs.
 */
const checkerEnv = { GOGC: "off", GOMEMLIMIT: "3GiB" };
const unitTestEnv = { BUN_JSC_useFTLJIT: "false" };

process.env[propertyRunsVariable] ??= propertyRunFactors[options.faults ? "faults" : "usual"];

const memoryFolder = "/dev/shm";
const diskFolders = ["tests/contract/", "tests/crash/", "tests/exports/", "tests/proof/", "tests/upgrade/"];
const memoryFolderBytesMin = 2 * 2 ** 30;
const hasMemoryFolder = existsSync(memoryFolder) && freeBytes(memoryFolder) >= memoryFolderBytesMin;
const diskFolder = tmpdir();
/**
 * Temporary files of tests, in memory and on disk. Every process has a folder in there, so that what its servers leave behind
 * is deleted when it has ended.
 */
const temporary = folderOfRun(hasMemoryFolder ? memoryFolder : diskFolder);
const temporaryOnDisk = folderOfRun(diskFolder);

const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
const failures: FailedTest[] = [];
const flakyTests: FlakyTest[] = [];
/** How many tests were skipped for each reason. */
const skips = new Map<string, number>();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);

const graph = new ImportGraph(root);
const files = chooseTestFiles(root, options, graph);
if (files.length === 0) {
  const why = options.changed ? "is reached by the changes" : `has ${options.words.join(" or ")} in its path`;
  console.error(`No test file ${why}.`);
  counts.failed++;
  finish();
}
// Whoever runs the long proofs has run `npm test` before.
const checks = options.faults ? Promise.resolve() : checkSources();
const buildFolder = folderOfRun(diskFolder);
await Promise.all([
  // Before the tests, because several of them would build it at the same time.
  check("dashboard", [process.execPath, "scripts/build-dashboard.ts"]),
  check("server", [process.execPath, "scripts/build-server.ts", buildFolder]),
]);
if (existsSync(builtMain(buildFolder))) process.env[mainVariable] = builtMain(buildFolder);
await runTests();
await checks;

finish();

/** One after the other, because the first tests run meanwhile. */
async function checkSources(): Promise<void> {
  // With four checkers, the default, many types are computed four times: both checks together take 41 s of CPU with four,
  // and 22 s with one.
  const checkTypes = (project: string, ...flags: string[]) => {
    // Files that nothing has changed for since the last run are not checked again: 4 s of CPU instead of 23.
    const known = ["--incremental", "--tsBuildInfoFile", `node_modules/.cache/${project}.tsbuildinfo`];
    return [join(bin, "tsc"), "--noEmit", "--checkers", "1", ...known, ...flags];
  };
  const areRight =
    (await check("types", checkTypes("server"), checkerEnv)) &&
    (await check("types of the dashboard", checkTypes("dashboard", "-p", "packages/dashboard"), checkerEnv));
  if (!areRight) {
    // Tests of code that does not compile would only hide the reason.
    stopRunningFiles();
    finish();
  }
  await check("lint and format", [join(bin, "biome"), "check", "."]);
}

function finish(): never {
  if (flakyTests.length > 0)
    console.log(`\n# flaky: failed, and passed when run again alone (${flakyTests.length})`);
  for (const { file, name, text, secondOutput } of flakyTests)
    console.log(`\n${file}: ${name}\n${text}\n\nThe second time:\n${secondOutput.trim()}`);
  if (failures.length > 0) console.log("\n# failed");
  for (const { file, name, text } of failures) console.log(`\n${file}: ${name}\n${text}`);
  if (skips.size > 0) console.log("\n# skipped");
  for (const [reason, tests] of skips) console.log(`${tests} ${tests === 1 ? "test" : "tests"}: ${reason}`);
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
  console.log(`\n${counts.passed} passed, ${counts.failed} failed${skipped}`);
  process.exit(counts.failed > 0 ? 1 : 0);
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** A folder that is deleted when this run ends. */
function folderOfRun(parent: string): string {
  const folder = mkdtempSync(join(parent, "weir-run-"));
  openToOthers(folder);
  process.on("exit", () => deleteFolder(folder));
  return folder;
}

/** Servers that run as another user can enter it to reach their files. */
function openToOthers(folder: string): void {
  chmodSync(folder, 0o711);
}

function deleteFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function stop(): never {
  stopRunningFiles();
  process.exit(130);
}

/** A check or a build: it counts only if it fails. Several run side by side, so the output of each is shown at its end. */
async function check(name: string, command: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [printed, complaints] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  console.log(`\n# ${name}\n${printed}${complaints}`.trimEnd());
  const hasPassed = (await child.exited) === 0;
  if (!hasPassed) counts.failed++;
  return hasPassed;
}

async function runTests(): Promise<void> {
  console.log("\n# tests");
  // If tests are chosen by name, most files contain none of them.
  const flags = [
    `--timeout=${testTimeoutMs}`,
    ...(options.runnerFlags.length > 0 ? ["--pass-with-no-tests", ...options.runnerFlags] : []),
  ];
  await installPrograms();
  await preparePostgres();
  const reportFolder = folderOfRun(diskFolder);
  const isUnit = ([file]: readonly string[]) => file!.startsWith("packages/");
  const isBusy = ([file]: readonly string[]) => file!.startsWith(browserFolder);
  const processes = inProcesses(files, workers);
  const busy = processes.filter(isBusy);
  const others = processes.filter((files) => !isBusy(files));
  let processesStarted = 0;
  const run = async (files: readonly string[]) => {
    // Sockets need short paths.
    const folder = join(temporaryFolderFor(files[0]!), String(++processesStarted));
    mkdirSync(folder);
    openToOthers(folder);
    const shares = { [sharedBrowserVariable]: "1", [sharedEnginesVariable]: "1" };
    const env = { ...process.env, TMPDIR: folder, ...shares, ...(isUnit(files) && unitTestEnv) };
    const result = await runTestFiles({ files, root, flags, env, reportFolder, timeoutMs: processTimeoutMs });
    deleteFolder(folder);
    return result;
  };
  const failed: TestFilesResult[] = [];
  const work = async (next: () => readonly string[] | undefined): Promise<void> => {
    for (let files = next(); files !== undefined; files = next()) {
      const result = await run(files);
      note(result);
      if (result.counts.failed > 0) failed.push(result);
    }
  };
  const workOnOthers = () => work(() => others.shift());
  await Promise.all([
    ...Array.from({ length: workersBesides }, workOnOthers),
    ...Array.from({ length: workers }, async (_, index) => {
      await work(() => busy.shift());
      const count = index < workersBesides ? 2 : 1;
      await Promise.all(Array.from({ length: count }, workOnOthers));
    }),
  ]);
  const again = await runAgain(failed, async (files) => {
    const result = await run(files);
    print(result, "again, alone: ");
    return result;
  });
  failures.push(...again.failures);
  flakyTests.push(...again.flaky);
  counts.failed -= again.flaky.length;
  counts.passed += again.flaky.length;
}

/**
 * Tests write thousands of small databases, and would wait for the disk half of their time. If the memory can hold
 * their files, they are there, except for tests of what survives on a disk.
 */
function temporaryFolderFor(file: string): string {
  return diskFolders.some((folder) => file.startsWith(folder)) ? temporaryOnDisk : temporary;
}

/**
 * Runs before the first test, because files that run at the same time would compete for apt's lock, and what they print is
 * shown only if they fail. Tests whose programs are missing are skipped.
 */
async function installPrograms(): Promise<void> {
  if (!options.mayInstall) process.env[installNothing] = "1";
  if (!someReach("tests/harness/programs.ts")) return;
  const ensured = await ensureSystemPackages(testPrograms);
  if (!ensured.ok) console.error(`${ensured.problem}\nThe tests that need them are skipped.`);
  process.env[installNothing] = "1";
}

/**
 * Initialises the database of which PostgreSQL servers in tests start as copies. Creating one would take each server a
 * second of CPU.
 */
async function preparePostgres(): Promise<void> {
  if (!someReach("tests/harness/engines.ts") || (await whyNoEngines()) !== null) return;
  const folder = join(temporary, "postgres");
  await initialisePostgres(folder);
  process.env[initialisedPostgresVariable] = folder;
}

function someReach(wanted: string): boolean {
  return files.some((file) => graph.reaches(file, new Set([wanted])));
}

function note(result: TestFilesResult): void {
  counts.passed += result.counts.passed;
  counts.failed += result.counts.failed;
  counts.skipped += result.counts.skipped;
  for (const reason of result.skipReasons) skips.set(reason, (skips.get(reason) ?? 0) + 1);
  print(result);
}

/** Prints a line per process, and all output of a process with a failure. */
function print({ name, counts: some, seconds, output }: TestFilesResult, prefix = ""): void {
  const parts = (["passed", "failed", "skipped"] as const).filter((part) => some[part] > 0);
  const result = parts.map((part) => `${some[part]} ${part}`).join(", ") || "nothing to run";
  console.log(`${prefix}${name}: ${result} (${seconds.toFixed(1)} s)`);
  if (some.failed > 0) console.log(output);
}
