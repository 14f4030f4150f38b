import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Scripts of a folder that import each other in a circle, with the first repeated at the end; null if there is no
 * circle.
 */
export async function circleAmong(folder: string): Promise<readonly string[] | null> {
  const scanner = new Bun.Transpiler({ loader: "js" });
  const loadedBy = new Map<string, readonly string[]>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
    const imports = scanner.scanImports(readFileSync(join(folder, file)));
    const atOnce = imports.filter(({ kind }) => kind === "import-statement");
    loadedBy.set(
      file,
      atOnce.map(({ path }) => path.replace("./", "")),
    );
  }
  const done = new Set<string>();
  const follow = (file: string, way: readonly string[]): readonly string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of loadedBy.get(file) ?? []) {
      const circle = follow(next, [...way, file]);
      if (circle !== null) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of loadedBy.keys()) {
    const circle = follow(file, []);
    if (circle !== null) return circle;
  }
  return null;
}
