import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../tests/harness/temp-folder.ts";
import { waitUntil } from "../tests/harness/wait-until.ts";
import { runTestFiles, type TestFilesResult, type TestFilesRun } from "./run-test-files.ts";

setDefaultTimeout(60_000);

const passing = `test("good", () => {});`;

test.each([
  ["passes", passing, { passed: 1, failed: 0 }, []],
  ["fails", `${passing} test("bad", () => { throw 1; });`, { passed: 1, failed: 1 }, ["bad"]],
  ["does not load", "throw 1;", { failed: 1 }, ["ended with exit code 1"]],
  [
    "is killed",
    `${passing} test("killed", () => process.kill(process.pid, "SIGKILL"));`,
    { failed: 1 },
    ["ended with SIGKILL"],
  ],
  ["ends too early", `${passing} process.exit(0);`, { failed: 1 }, ["ended with exit code 0"]],
] as [string, string, object, string[]][])("a file that %s", async (_, tests, counts, failures) => {
  using folder = tempFolder();
  const file = "some.test.ts";
  await Bun.write(join(folder.path, file), `import { test } from "bun:test";\n${tests}`);
  const result = await run(folder.path, file);
  expect(result.counts).toMatchObject(counts);
  expect(result.failures.map(({ name }) => name)).toEqual(failures);
});

test("counts files in one process together, and reports tests that failed and files that did not load", async () => {
  using folder = tempFolder();
  const write = (file: string, tests: string) =>
    Bun.write(join(folder.path, file), `import { test } from "bun:test";\n${tests}`);
  await write("part/a/good.test.ts", passing);
  await write("part/b/bad.test.ts", `${passing} test("bad", () => { throw 1; });`);
  await write("part/b/unloaded.test.ts", "throw 1;");
  const several = await run(folder.path, "part/a/good.test.ts", "part/b/bad.test.ts");
  expect(several).toMatchObject({ name: "part (2 files)", counts: { passed: 2, failed: 1 } });
  expect(several.failures.map(({ file, name }) => [file, name])).toEqual([["part/b/bad.test.ts", "bad"]]);
  const broken = await run(folder.path, "part/a/good.test.ts", "part/b/unloaded.test.ts");
  expect(broken.counts.failed).toBe(1);
  expect(broken.failures.map(({ text }) => text).join()).toContain("part/b/unloaded.test.ts");
});

test("stops a file that takes too long, with the processes it started, and counts it as failed", async () => {
  using folder = tempFolder();
  const file = "slow.test.ts";
  const started = join(folder.path, "started");
  const server = `Bun.spawn(["sleep", "600"])`;
  const tests = `test("slow", async () => { await Bun.write("${started}", String(${server}.pid)); await Bun.sleep(600_000); }, 600_000);`;
  await Bun.write(join(folder.path, file), `import { test } from "bun:test";\n${tests}`);
  // Long enough for the file to begin on a busy machine.
  const result = await runTestFiles({ ...runIn(folder.path, file), timeoutMs: 10_000 });
  expect(result.counts).toMatchObject({ failed: 1 });
  expect(result.failures.map(({ name }) => name)).toEqual([
    "stopped after 10 s, the time limit of a process",
  ]);
  const pid = Number(await Bun.file(started).text());
  await waitUntil("its process has ended", () => !isAlive(pid));
});

test("reports why tests were skipped", async () => {
  using folder = tempFolder();
  const file = "skipping.test.ts";
  const harness = join(import.meta.dir, "../tests/harness/describe-unless.ts");
  const tests = `describeUnless("no browser (here)", "pages", () => { test("one", () => {}); });`;
  const imports = `import { test } from "bun:test";\nimport { describeUnless } from ${JSON.stringify(harness)};\n`;
  await Bun.write(join(folder.path, file), imports + tests);
  const result = await run(folder.path, file);
  expect(result.counts).toMatchObject({ skipped: 1 });
  expect(result.skipReasons).toEqual(["no browser (here)"]);
});

function run(root: string, ...files: string[]): Promise<TestFilesResult> {
  return runTestFiles(runIn(root, ...files));
}

function runIn(root: string, ...files: string[]): TestFilesRun {
  return { files, root, flags: [], reportFolder: root, timeoutMs: 60_000 };
}

/** A process that has ended but was not reaped, as happens to orphans in some containers, is not alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
