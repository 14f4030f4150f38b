import { expect, test } from "bun:test";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../tests/harness/temp-folder.ts";

const root = join(import.meta.dir, "..");

test("npm test stops at type errors, before any test, and still ends with the counts", async () => {
  using folder = tempFolder();
  const checkout = folder.path;
  for (const part of ["scripts", "tests/harness", "packages/server/src/dashboard"])
    cpSync(join(root, part), join(checkout, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
  mkdirSync(join(checkout, "packages/dashboard"), { recursive: true });
  const config = JSON.stringify({ compilerOptions: { noEmit: true }, include: ["wrong.ts"] });
  for (const place of [checkout, join(checkout, "packages/dashboard")]) {
    writeFileSync(join(place, "tsconfig.json"), config);
    writeFileSync(join(place, "wrong.ts"), `export const count: number = "three";\n`);
  }
  const child = Bun.spawn([process.execPath, "scripts/test.ts"], {
    ...{ cwd: checkout, stdin: "ignore", stdout: "pipe", stderr: "ignore" },
  });
  const output = await child.stdout.text();
  expect(output).toContain("Type 'string' is not assignable to type 'number'");
  expect(output).not.toContain("# tests");
  expect(output.trimEnd().split("\n").at(-1)).toBe("0 passed, 2 failed");
  expect(await child.exited).toBe(1);
});
