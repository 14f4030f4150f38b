/**
 * `npm test`: type check, lint and format check, build of the dashboard, then every test. Prints one line of counts last, and exits non-zero
 * when anything failed. Words in the arguments choose test files by their paths, and from the first flag on they are for the
 * test runner: `npm test -- tests/contract -t duplicate`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testPrograms } from "../tests/harness/programs.ts";
import { runTestFile, type TestFileResult } from "./run-test-file.ts";
import { ensureSystemPackages } from "./system-packages.ts";
import type { Counts, FailedTest } from "./test-report.ts";

const root = join(import.meta.dir, "..");
const bin = join(root, "node_modules", ".bin");
const testTimeoutMs = 120_000;
/** Test files at a time. Two keep two cores busy for nine tenths of the time; three take as long. */
const workers = 2;

const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
const failures: FailedTest[] = [];
await check("types", [join(bin, "tsc"), "--noEmit"]);
await check("types of the dashboard", [join(bin, "tsc"), "--noEmit", "-p", "packages/dashboard"]);
await check("lint and format", [join(bin, "biome"), "check", "."]);
// Before the tests, because several of them at a time would build it at a time.
await check("dashboard", [process.execPath, "scripts/build-dashboard.ts"]);
await runTests(process.argv.slice(2));

if (failures.length > 0) console.log("\n# failed");
for (const { file, name, text } of failures) console.log(`\n${file}: ${name}\n${text}`);
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
console.log(`\n${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exit(counts.failed > 0 ? 1 : 0);

async function check(name: string, command: string[]): Promise<void> {
  console.log(`\n# ${name}`);
  const child = Bun.spawn(command, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if ((await child.exited) === 0) counts.passed++;
  else counts.failed++;
}

async function runTests(args: readonly string[]): Promise<void> {
  console.log("\n# tests");
  const firstFlag = args.findIndex((arg) => arg.startsWith("-"));
  const words = firstFlag === -1 ? args : args.slice(0, firstFlag);
  const chosen = args.slice(words.length);
  // Where tests are chosen by their names, most files have none of them.
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
  if (words.length === 0) await installPrograms();
  const reportFolder = mkdtempSync(join(tmpdir(), "weir-test-reports-"));
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift())
      note(await runTestFile({ file, root, flags, reportFolder }));
  };
  await Promise.all(Array.from({ length: workers }, work));
  rmSync(reportFolder, { recursive: true });
}

/** At once, because tests that run at a time would be in each other's way. Tests of what cannot be had are skipped, and say why. */
async function installPrograms(): Promise<void> {
  const ensured = await ensureSystemPackages(testPrograms);
  if (!ensured.ok) console.error(ensured.problem);
}

/** Those of whole installations first, which take longest, so that at the end nobody waits for one of them alone. */
function findTestFiles(words: readonly string[]): string[] {
  const files = [...new Bun.Glob("{tests,packages,scripts,bench}/**/*.test.ts").scanSync(root)]
    .filter((file) => !file.includes("node_modules/"))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  const isWhole = (file: string) => file.startsWith("tests/");
  return files.sort((a, b) => Number(isWhole(b)) - Number(isWhole(a)) || a.localeCompare(b));
}

/** A line for each file; of one with a failure, all it has printed. */
function note({ file, counts: some, failures: failed, seconds, output }: TestFileResult): void {
  counts.passed += some.passed;
  counts.failed += some.failed;
  counts.skipped += some.skipped;
  failures.push(...failed);
  const parts = (["passed", "failed", "skipped"] as const).filter((part) => some[part] > 0);
  const result = parts.map((part) => `${some[part]} ${part}`).join(", ") || "nothing to run";
  console.log(`${file}: ${result} (${seconds.toFixed(1)} s)`);
  if (some.failed > 0) console.log(output);
}
