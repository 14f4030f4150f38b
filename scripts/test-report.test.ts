import { expect, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../tests/harness/temp-folder.ts";
import { runTestFiles } from "./run-test-files.ts";

/**
 * A set-up, a test whose name needs escaping, and a test that takes too long fail; one test passes and one is skipped.
 */
const suite = `
import { beforeAll, describe, expect, test } from "bun:test";
describe("set-up", () => {
  beforeAll(() => { throw new Error("boom"); });
  test("never runs", () => {});
});
describe("a & b", () => test("'<1>' is \\"2\\"", () => expect(1).toBe(2)));
test("slow", () => Bun.sleep(60_000), 1);
test("good", () => {});
test.skip("later", () => {});
`;

test("names the failed tests of a run, with their messages", async () => {
  using folder = tempFolder();
  const file = "some.test.ts";
  await Bun.write(join(folder.path, file), suite);
  const run = { files: [file], root: folder.path, flags: [], reportFolder: folder.path, timeoutMs: 60_000 };
  const { counts, failures } = await runTestFiles(run);
  expect(counts).toEqual({ passed: 1, failed: 3, skipped: 1 });
  expect(failures.map(({ file, name }) => [file, name])).toEqual([
    ["some.test.ts", "set-up > (unnamed)"],
    ["some.test.ts", `a & b > '<1>' is "2"`],
    ["some.test.ts", "slow"],
  ]);
  const [setUp, wrong, slow] = failures.map(({ text }) => text);
  expect(setUp).toStartWith("Error: boom\n");
  expect(wrong).toContain("Expected: 2\nReceived: 1");
  expect(slow).toBe("test timed out");
});
