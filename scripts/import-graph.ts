import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const isSource = (file: string) => /\.tsx?$/.test(file) && !file.includes("node_modules");
/** Names of files in quotes that are not part of an import: what a worker, a process or a read names. */
const quotedFile = /(?<!from )["'`]([\w@./-]+\.\w+)["'`]/g;
const ofPackage = /^@weir\/([\w-]+)\/(.+)$/;
const transpilers = {
  ts: new Bun.Transpiler({ loader: "ts" }),
  tsx: new Bun.Transpiler({ loader: "tsx" }),
};

/** Which file of the repository loads which, by their paths from its root. Imports of types alone do not count. */
export class ImportGraph {
  readonly #root: string;
  readonly #loadedBy = new Map<string, readonly string[]>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Whether the file is one of these, or loads one, directly or through others. */
  reaches(file: string, wanted: ReadonlySet<string>): boolean {
    const seen = new Set([file]);
    for (const each of seen) {
      if (wanted.has(each)) return true;
      for (const loaded of this.#filesLoadedBy(each)) seen.add(loaded);
    }
    return false;
  }

  #filesLoadedBy(file: string): readonly string[] {
    const known = this.#loadedBy.get(file);
    if (known !== undefined) return known;
    const path = join(this.#root, file);
    const loaded = isSource(file) && existsSync(path) ? filesNamedIn(file, readFileSync(path, "utf8")) : [];
    this.#loadedBy.set(file, loaded);
    return loaded;
  }
}

function filesNamedIn(file: string, text: string): string[] {
  const beside = (path: string) => normalize(join(dirname(file), path));
  const imported = transpilers[file.endsWith(".tsx") ? "tsx" : "ts"].scanImports(text).flatMap(({ path }) => {
    const [, name, module] = ofPackage.exec(path) ?? [];
    if (name !== undefined) return [`packages/${name}/src/${module}.ts`];
    return path.startsWith(".") ? [beside(path)] : [];
  });
  const quoted = [...text.matchAll(quotedFile)].flatMap(([, path = ""]) => [beside(path), normalize(path)]);
  return [...imported, ...quoted];
}
