import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { Glob } from "bun";

export const root = join(import.meta.dir, "../..");
const sources = [...new Glob("packages/*/src/**/*.{ts,tsx}").scanSync(root)].sort();
/** The code that is shipped, without its tests. */
export const product = sources.filter((file) => !isTestFile(file));
export const everything = [...sources, ...new Glob("{tests,bench,scripts}/**/*.ts").scanSync(root)];
export const serverRoot = "packages/server/src/";
export const dashboardRoot = "packages/dashboard/src/";

interface Import {
  readonly from: string;
  readonly to: string;
}

const allImports =
  /^\s*(?:import|export)\b[^"'`;]*?from\s+["']([^"']+)["']|^import\s+["']([^"']+)["']|import\(\s*["']([^"']+)["']/gm;
/** Imports that remain once the code is built. */
export const valueImports =
  /^\s*(?:import|export)\s+(?!type\b)[^"'`;]*?from\s+["']([^"']+)["']|^import\s+["']([^"']+)["']/gm;

export function specifiersOf(file: string, pattern = allImports): string[] {
  return [...read(file).matchAll(pattern)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}

export function importsOf(files: readonly string[], pattern = allImports): Import[] {
  return files.flatMap((from) =>
    specifiersOf(from, pattern)
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) => ({ from, to: relative(root, join(root, dirname(from), specifier)) })),
  );
}

export function linesMatching(file: string, pattern: RegExp): string[] {
  const lines = read(file).split("\n");
  return lines.flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []));
}

/** Whether all imports of the file are gone once it is built. */
export function isTypesOnly(file: string): boolean {
  return specifiersOf(file, valueImports).length === 0;
}

function isTestFile(file: string): boolean {
  return /\.(test|contract|vectors)\.ts$|-under-test\.ts$|\/test-[^/]*\.ts$/.test(file);
}

export function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
