/**
 * `npm test`: type check, lint and format check, build of the dashboard, then every test. Prints one line of counts last, and exits non-zero
 * when anything failed. Arguments are passed on to the test runner: `npm test -- tests/contract`.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testPrograms } from "../tests/harness/programs.ts";
import { ensureSystemPackages } from "./system-packages.ts";
import { type Counts, type FailedTest, readTestReport } from "./test-report.ts";

const root = join(import.meta.dir, "..");
const bin = join(root, "node_modules", ".bin");
const testTimeoutMs = 120_000;
/** Test files at a time. Two keep two cores busy for nine tenths of the time; three take as long. */
const workers = 2;

const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
await check("types", [join(bin, "tsc"), "--noEmit"]);
await check("types of the dashboard", [join(bin, "tsc"), "--noEmit", "-p", "packages/dashboard"]);
await check("lint and format", [join(bin, "biome"), "check", "."]);
// Before the tests, because several of them at a time would build it at a time.
await check("dashboard", [process.execPath, "scripts/build-dashboard.ts"]);
const selection = process.argv.slice(2);
if (selection.length === 0) await installPrograms();
await runTests(selection);

const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
console.log(`\n${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exit(counts.failed > 0 ? 1 : 0);

async function check(name: string, command: string[]): Promise<void> {
  console.log(`\n# ${name}`);
  const code = await run(command);
  if (code === 0) counts.passed++;
  else counts.failed++;
}

/** At once, because tests that run at a time would be in each other's way. Tests of what cannot be had are skipped, and say why. */
async function installPrograms(): Promise<void> {
  const ensured = await ensureSystemPackages(testPrograms);
  if (!ensured.ok) console.error(ensured.problem);
}

async function runTests(selection: string[]): Promise<void> {
  console.log("\n# tests");
  const folder = mkdtempSync(join(tmpdir(), "weir-test-report-"));
  const report = join(folder, "junit.xml");
  const reporting = ["--reporter=junit", `--reporter-outfile=${report}`];
  const running = [`--parallel=${workers}`, `--timeout=${testTimeoutMs}`];
  const command = [process.execPath, "test", ...running, ...reporting, ...selection];
  const code = await run(command);
  const { counts: totals, failures } = readTestReport(readFileSync(report, "utf8"));
  rmSync(folder, { recursive: true });
  counts.passed += totals.passed;
  counts.skipped += totals.skipped;
  // A runner that failed without a failed test, say on a file that does not load, is a failure all the same.
  counts.failed += code !== 0 && totals.failed === 0 ? 1 : totals.failed;
  showFailures(failures);
}

/** Once more at the end, where they are looked for: between thousands of tests that passed they are hard to find. */
function showFailures(failures: readonly FailedTest[]): void {
  if (failures.length > 0) console.log("\n# failed");
  for (const { file, name, text } of failures) console.log(`\n${file}: ${name}\n${text}`);
}

async function run(command: string[]): Promise<number> {
  const child = Bun.spawn(command, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  return child.exited;
}
