/**
 * `npm test`: checks types, lint and format, builds the dashboard and the server, and then runs every test. A file with
 * a failed test runs once more, alone. Prints one line of counts last, and exits non-zero if anything failed. Type errors
 * end the run at once. Words in the arguments choose test files by their paths. Everything from the first flag on is for
 * the test runner:
 * `npm test -- tests/contract -t duplicate`.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { initialisedPostgresVariable, whyNoEngines } from "../tests/harness/engines.ts";
import { sharedBrowserVariable, testPrograms } from "../tests/harness/programs.ts";
import { builtMain, mainVariable } from "./build-server.ts";
import { initialisePostgres } from "./engines/private-postgres.ts";
import { type FlakyTest, runAgain } from "./run-again.ts";
import { runTestFiles, stopRunningFiles, type TestFilesResult } from "./run-test-files.ts";
import { ensureSystemPackages, installNothing } from "./system-packages.ts";
import type { Counts, FailedTest } from "./test-report.ts";

const root = join(import.meta.dir, "..");
const bin = join(root, "node_modules", ".bin");
const testTimeoutMs = 120_000;
/** The longest file takes about three minutes on an idle machine with two cores, and several times that on a busy host. */
const processTimeoutMs = 1_500_000;
const busyFolder = "tests/browser/";
/**
 * Files that share a process with others of their kind, because loading their modules takes much of their CPU: unit
 * tests, which load the server, and browser tests, which also share the browser. `max` is small enough that the last
 * process does not take long.
 */
const sharing = [
  { folder: "packages/", max: 15 },
  { folder: busyFolder, max: 4 },
];
/** Files that have a process of their own nevertheless. */
const filesAlone = new Set([
  // They would notice that other tests make passwords cheap.
  "packages/server/src/manage/people/password.test.ts",
  "packages/server/src/manage/people/set-up.test.ts",
  // They take as long as four others.
  "tests/browser/every-page.test.ts",
  "tests/browser/engines/main-pages.test.ts",
]);
/** Enough for a browser and the servers of one file. */
const bytesPerFile = 1.5 * 2 ** 30;
/**
 * How many test files run at a time, as far as the memory allows. A file with a browser keeps a core busy. The others
 * also wait for processes and disks, so half as many more of them run in addition.
 */
const filesMax = Math.max(1, Math.floor(totalmem() / bytesPerFile));
const workers = Math.min(availableParallelism(), filesMax);
const workersBesides = Math.min(Math.ceil(workers / 2), filesMax - workers);

const memoryFolder = "/dev/shm";
const diskFolders = ["tests/contract/", "tests/crash/", "tests/exports/", "tests/upgrade/"];
const memoryFolderBytesMin = 2 * 2 ** 30;
const hasMemoryFolder = existsSync(memoryFolder) && freeBytes(memoryFolder) >= memoryFolderBytesMin;
const diskFolder = tmpdir();
/**
 * Temporary files of tests, in memory and on disk. Files that a stopped process left there are deleted when the run
 * ends.
 */
const temporary = folderOfRun(hasMemoryFolder ? memoryFolder : diskFolder);
const temporaryOnDisk = folderOfRun(diskFolder);

const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
const failures: FailedTest[] = [];
const flakyTests: FlakyTest[] = [];
/** How many tests were skipped for each reason. */
const skips = new Map<string, number>();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);

// With four checkers, the default, many types are computed four times: both checks together take 41 s of CPU with four,
// and 22 s with one.
const checkTypes = [join(bin, "tsc"), "--noEmit", "--checkers", "1"];
await Promise.all([
  check("types", checkTypes),
  check("types of the dashboard", [...checkTypes, "-p", "packages/dashboard"]),
]);
// Tests of code that does not compile would only hide the reason.
if (counts.failed > 0) finish();
const buildFolder = folderOfRun(diskFolder);
await Promise.all([
  check("lint and format", [join(bin, "biome"), "check", "."]),
  // Before the tests, because several of them would build it at the same time.
  check("dashboard", [process.execPath, "scripts/build-dashboard.ts"]),
  check("server", [process.execPath, "scripts/build-server.ts", buildFolder]),
]);
if (existsSync(builtMain(buildFolder))) process.env[mainVariable] = builtMain(buildFolder);
await runTests(process.argv.slice(2));

finish();

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

/** A folder that is deleted when this run ends. Servers that run as another user can enter it to reach their files. */
function folderOfRun(parent: string): string {
  const folder = mkdtempSync(join(parent, "weir-run-"));
  chmodSync(folder, 0o711);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

function stop(): never {
  stopRunningFiles();
  process.exit(130);
}

/** Two checks run side by side, so the output of each is shown when it has ended. */
async function check(name: string, command: string[]): Promise<void> {
  const child = Bun.spawn(command, { cwd: root, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [printed, complaints] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  console.log(`\n# ${name}\n${printed}${complaints}`.trimEnd());
  if ((await child.exited) === 0) counts.passed++;
  else counts.failed++;
}

async function runTests(args: readonly string[]): Promise<void> {
  console.log("\n# tests");
  const firstFlag = args.findIndex((arg) => arg.startsWith("-"));
  const words = firstFlag === -1 ? args : args.slice(0, firstFlag);
  const chosen = args.slice(words.length);
  // If tests are chosen by name, most files contain none of them.
  const flags = [
    `--timeout=${testTimeoutMs}`,
    ...(chosen.length > 0 ? ["--pass-with-no-tests", ...chosen] : []),
  ];
  const waiting = findTestFiles(words);
  if (waiting.length === 0) {
    console.error(`No test file has ${words.join(" or ")} in its path.`);
    counts.failed++;
    return;
  }
  if (words.length === 0) {
    await installPrograms();
    await preparePostgres();
  }
  const reportFolder = folderOfRun(diskFolder);
  const isBusy = ([file]: readonly string[]) => file!.startsWith(busyFolder);
  const processes = inProcesses(waiting);
  const busy = processes.filter(isBusy);
  const others = processes.filter((files) => !isBusy(files));
  const run = (files: readonly string[]) =>
    runTestFiles({ files, root, flags, env: envFor(files[0]!), reportFolder, timeoutMs: processTimeoutMs });
  const failed: TestFilesResult[] = [];
  const work = async (next: () => readonly string[] | undefined): Promise<void> => {
    for (let files = next(); files !== undefined; files = next()) {
      const result = await run(files);
      note(result);
      if (result.counts.failed > 0) failed.push(result);
    }
  };
  await Promise.all([
    ...Array.from({ length: workers }, () => work(() => busy.shift() ?? others.shift())),
    ...Array.from({ length: workersBesides }, () => work(() => others.shift())),
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
 * Groups the files that share a process. Tests of whole installations come first, because they take longest, and unit
 * tests of pages last, because they take least. So the run does not wait for a single process at its end.
 */
function inProcesses(files: readonly string[]): (readonly string[])[] {
  const kindOf = (file: string) =>
    filesAlone.has(file) ? undefined : sharing.find(({ folder }) => file.startsWith(folder));
  const processes = files.filter((file) => kindOf(file) === undefined).map((file) => [file]);
  for (const kind of sharing) {
    const shared = files.filter((file) => kindOf(file) === kind);
    const size = Math.min(kind.max, Math.ceil(shared.length / workers));
    for (let start = 0; start < shared.length; start += size)
      processes.push(shared.slice(start, start + size));
  }
  const isWhole = ([file]: readonly string[]) => file!.startsWith("tests/");
  const inOrder = processes.sort(([one], [other]) => one!.localeCompare(other!));
  return [...inOrder.filter(isWhole), ...inOrder.filter((each) => !isWhole(each)).reverse()];
}

/**
 * Tests write thousands of small databases, and would wait for the disk half of their time. If the memory can hold
 * their files, they are there, except for tests of what survives on a disk.
 */
function envFor(file: string): NodeJS.ProcessEnv {
  const isOfDisk = diskFolders.some((folder) => file.startsWith(folder));
  const TMPDIR = isOfDisk ? temporaryOnDisk : temporary;
  return { ...process.env, TMPDIR, [sharedBrowserVariable]: "1" };
}

/**
 * Runs before the first test, because files that run at the same time would compete for apt's lock. Tests whose
 * programs could not be installed are skipped, without trying again for each file.
 */
async function installPrograms(): Promise<void> {
  const ensured = await ensureSystemPackages(testPrograms);
  if (!ensured.ok) console.error(`${ensured.problem}\nThe tests that need them are skipped.`);
  process.env[installNothing] = "1";
}

/**
 * Initialises the database of which PostgreSQL servers in tests start as copies. Creating one would take each server a
 * second of CPU.
 */
async function preparePostgres(): Promise<void> {
  if ((await whyNoEngines()) !== null) return;
  const folder = join(temporary, "postgres");
  await initialisePostgres(folder);
  process.env[initialisedPostgresVariable] = folder;
}

function findTestFiles(words: readonly string[]): string[] {
  return [...new Bun.Glob("{tests,packages,scripts,bench}/**/*.test.ts").scanSync(root)]
    .filter((file) => !file.includes("node_modules/"))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .sort((a, b) => a.localeCompare(b));
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
