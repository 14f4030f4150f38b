import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { read, root, serverRoot } from "./source-files.ts";

const prefixes = ["", serverRoot, "packages/"];

/** Checks that docs/promises.md names code and tests that exist. */
export function testPromises(): void {
  test("names existing code and tests for every promise", () => {
    const rows = read("docs/promises.md")
      .split("\n")
      .filter((line) => line.startsWith("| ") && !line.startsWith("| promise "))
      .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")));
    expect(rows.length).toBeGreaterThan(50);
    const missing = rows.flatMap(([promise = "", code = "", tests = ""]) => [
      ...(tests.includes("`") || tests.startsWith("beside them") ? [] : [`${promise}: names no test`]),
      ...[...pathsIn(code), ...pathsIn(tests)].filter((path) => !exists(path)),
      ...pathsIn(tests).filter((path) => exists(path) && !isTest(path)),
    ]);
    expect(missing).toEqual([]);
  });
}

/** Words in code type that are paths: commands and names of methods are not. A file without its folder can be anywhere. */
function pathsIn(cell: string): string[] {
  const quoted = [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!);
  return quoted
    .filter((text) => (text.includes("/") || text.endsWith(".ts")) && !text.includes(" "))
    .map((text) => (text.includes("/") ? text : `**/${text}`));
}

function exists(path: string): boolean {
  return prefixes.some((prefix) => {
    if (!path.includes("*")) return existsSync(join(root, prefix, path));
    return !new Glob(prefix + path).scanSync(root).next().done;
  });
}

/** A file of tests or measurements, or a folder that has some. */
function isTest(path: string): boolean {
  return /^(tests|bench)\/|\.(test|contract)\.ts$/.test(path) || path.endsWith("/");
}
