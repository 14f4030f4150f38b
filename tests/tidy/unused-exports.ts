import { expect, test } from "bun:test";
import { dirname, join, relative } from "node:path";
import { everything, product, read, root } from "./source-files.ts";

const namedImports = /^\s*(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+["']([^"']+)["']/gm;
const wholeImports = /^import\s+\*\s+as\s+\w+\s+from\s+["']([^"']+)["']|import\(\s*["'`]([^"'`]+)["'`]/gm;
const exported = /^export (?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;

/** Checks that what a file exports is needed elsewhere. */
export function testUnusedExports(): void {
  test("exports nothing that no other file imports", () => {
    const imported = new Set(everything.flatMap(importedBy));
    const unused = product
      .filter((file) => !imported.has(`${file} *`))
      .flatMap((file) => [...read(file).matchAll(exported)].map((found) => `${file} ${found[1]}`))
      .filter((name) => !imported.has(name));
    expect(unused).toEqual([]);
  });
}

/** Each name with the file that it comes from; `*` stands for all names of a file. */
function importedBy(file: string): string[] {
  const text = read(file);
  const named = [...text.matchAll(namedImports)].flatMap(([, names, specifier]) =>
    names!.split(",").map(
      (name) =>
        `${fileOf(file, specifier!)} ${
          name
            .trim()
            .replace(/^type /, "")
            .split(" as ")[0]
        }`,
    ),
  );
  const whole = [...text.matchAll(wholeImports)].map(
    ([, one, other]) => `${fileOf(file, (one ?? other)!)} *`,
  );
  return [...named, ...whole];
}

/** The file that an import names, whichever package it is in. */
function fileOf(from: string, specifier: string): string {
  const inPackage = /^@weir\/([\w-]+)\/(.+)$/.exec(specifier);
  if (inPackage !== null) return `packages/${inPackage[1]}/src/${inPackage[2]}.ts`;
  return specifier.startsWith(".") ? relative(root, join(root, dirname(from), specifier)) : specifier;
}
