/**
 * Bundles the server into the folder that is named, for `npm test`: its tests start hundreds of processes, and each would
 * spend more than half of its time on finding and translating hundreds of small files. With the bytecode beside it, a bundle
 * is not even parsed. What a file finds by its own address (the dashboard, the guide, the launcher) it still finds, because
 * that address stays the one of its source.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const sources = join(import.meta.dir, "../packages/server/src");
const mainFile = "main.ts";
/** What is started by its address. A thread that is missing here runs from its source. */
const entries = [
  mainFile,
  "manage/chains/work/chain-thread.ts",
  "manage/people/password-strength/strength-thread.ts",
  "queue/sqlite-log/log-thread.ts",
  "roles/ingest/listener-thread.ts",
];
const neighbour = /new URL\("([^"]+)", import\.meta\.url\)/g;

/** Names the built server to `bin/weir`. Not a setting, so tests that clear those keep it. */
export const builtMainVariable = "BUILT_WEIR_MAIN";

if (import.meta.main) await buildServer(process.argv[2]!);

/** The file to run, in the folder of a build. */
export function builtMain(folder: string): string {
  return builtFile(mainFile, folder);
}

/** Throws what is wrong with the sources. */
async function buildServer(folder: string): Promise<void> {
  await Bun.build({
    entrypoints: entries.map((entry) => join(sources, entry)),
    root: sources,
    outdir: folder,
    target: "bun",
    // Bytecode is only written for this format, which has no parts that are shared between entries.
    format: "cjs",
    bytecode: true,
    sourcemap: "linked",
    minify: { syntax: true, whitespace: true },
    plugins: [
      {
        name: "addresses",
        setup: (build) => {
          build.onLoad({ filter: /\/packages\/[^/]+\/src\/.+\.ts$/ }, ({ path }) => ({
            loader: "ts",
            contents: withAddresses(readFileSync(path, "utf8"), path, folder),
          }));
        },
      },
    ],
  });
}

function withAddresses(text: string, path: string, folder: string): string {
  const source = pathToFileURL(path);
  return text
    .replace(neighbour, (whole, relative: string) => {
      const wanted = fileURLToPath(new URL(relative, source));
      const entry = entries.find((known) => join(sources, known) === wanted);
      if (entry === undefined) return whole;
      return `new URL(${JSON.stringify(pathToFileURL(builtFile(entry, folder)).href)})`;
    })
    .replaceAll("import.meta.url", JSON.stringify(source.href));
}

function builtFile(entry: string, folder: string): string {
  return join(folder, entry.replace(/\.ts$/, ".js"));
}
