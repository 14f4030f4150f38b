import { expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { tempFolder } from "../tests/harness/temp-folder.ts";

// Runs compilers, which takes long on a busy machine.
setDefaultTimeout(120_000);

const root = join(import.meta.dir, "..");

/** A checkout in which `npm test` finds only the files of this test. */
function makeCheckout(checkout: string, source: string): void {
  for (const part of ["scripts", "tests/harness", "packages/server/src/web/dashboard"])
    cpSync(join(root, part), join(checkout, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
  mkdirSync(join(checkout, "packages/dashboard"), { recursive: true });
  const config = JSON.stringify({ compilerOptions: { noEmit: true }, include: ["source.ts"] });
  for (const place of [checkout, join(checkout, "packages/dashboard")]) {
    writeFileSync(join(place, "tsconfig.json"), config);
    writeFileSync(join(place, "source.ts"), source);
  }
}

async function runTests(checkout: string, ...args: string[]) {
  const child = Bun.spawn([process.execPath, "scripts/test.ts", ...args], {
    ...{ cwd: checkout, stdin: "ignore", stdout: "pipe", stderr: "ignore" },
  });
  return { output: await child.stdout.text(), code: await child.exited };
}

test("stops at type errors, before any test, and still ends with the counts", async () => {
  using folder = tempFolder();
  makeCheckout(folder.path, `export const count: number = "three";\n`);
  const { output, code } = await runTests(folder.path);
  expect(output).toContain("Type 'string' is not assignable to type 'number'");
  expect(output).not.toContain("# tests");
  expect(lastLineOf(output)).toBe("0 passed, 2 failed");
  expect(code).toBe(1);
});

test.skipIf(availableParallelism() < 2)(
  "npm test runs a file with a browser on every core, and another file besides",
  async () => {
    using folder = tempFolder();
    makeCheckout(folder.path, "export const count = 3;\n");
    mkdirSync(join(folder.path, "tests/browser"));
    const names = ["browser/a", "browser/b", "c"];
    // Each test waits until all have begun.
    for (const name of names) {
      const text = `import { test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { waitUntil } from "${join(folder.path, "tests/harness/wait-until.ts")}";
test("meets", async () => {
  mkdirSync("begun/${name}", { recursive: true });
  await waitUntil("all have begun", () => readdirSync("begun", { recursive: true }).length === ${names.length + 1});
});\n`;
      writeFileSync(join(folder.path, `tests/${name}-meets.test.ts`), text);
    }
    const { output } = await runTests(folder.path, "meets.test");
    for (const name of names) expect(output).toContain(`tests/${name}-meets.test.ts: 1 passed`);
  },
);

test("runs a file with a failed test once more, alone: a test that passes then is listed as flaky and fails nothing", async () => {
  using folder = tempFolder();
  makeCheckout(folder.path, "export const count = 3;\n");
  const write = (name: string, body: string) =>
    writeFileSync(
      join(folder.path, `tests/${name}-fails.test.ts`),
      `import { test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
test("is ${name}", () => { ${body} });\n`,
    );
  write(
    "flaky",
    `if (existsSync("seen")) return; writeFileSync("seen", ""); throw new Error("only the first time");`,
  );
  const once = await runTests(folder.path, "fails.test");
  expect(once.output).toContain("# flaky: failed, and passed when run again alone (1)");
  expect(once.output).toContain("tests/flaky-fails.test.ts: is flaky\nError: only the first time");
  // The types and the flaky test have passed. The other three checks fail in such a checkout.
  expect(lastLineOf(once.output)).toBe("3 passed, 3 failed");
  write("broken", `throw new Error("every time");`);
  const twice = await runTests(folder.path, "fails.test");
  expect(twice.output).not.toContain("# flaky");
  expect(twice.output).toContain("tests/broken-fails.test.ts: is broken\nError: every time");
  expect(lastLineOf(twice.output)).toBe("3 passed, 4 failed");
});

function lastLineOf(output: string): string | undefined {
  return output.trimEnd().split("\n").at(-1);
}
