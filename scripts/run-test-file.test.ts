import { expect, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../tests/harness/temp-folder.ts";
import { runTestFile } from "./run-test-file.ts";

const passing = `test("good", () => {});`;

test.each([
  ["passes", passing, { passed: 1, failed: 0 }, []],
  ["fails", `${passing} test("bad", () => { throw 1; });`, { passed: 1, failed: 1 }, ["bad"]],
  ["does not load", "throw 1;", { failed: 1 }, ["ended with exit code 1"]],
  [
    ...["is killed", `${passing} test("killed", () => process.kill(process.pid, "SIGKILL"));`],
    ...[{ failed: 1 }, ["ended with SIGKILL"]],
  ],
  ["ends too early", `${passing} process.exit(0);`, { failed: 1 }, ["ended with exit code 0"]],
] as [string, string, object, string[]][])("a file that %s", async (_, tests, counts, failures) => {
  using folder = tempFolder();
  const file = "some.test.ts";
  await Bun.write(join(folder.path, file), `import { test } from "bun:test";\n${tests}`);
  const result = await runTestFile({ file, root: folder.path, flags: [], reportFolder: folder.path });
  expect(result.counts).toMatchObject(counts);
  expect(result.failures.map(({ name }) => name)).toEqual(failures);
});
