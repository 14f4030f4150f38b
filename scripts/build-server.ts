/**
 * Bundles the thousand source files of the server into a few hundred. `npm start` and `npm run build` put the bundle
 * into packages/server/dist, where `bin/weir` finds it. Decision 0027 says how much memory and time this saves.
 *
 * `npm test` names its own folder and gets a bundle with bytecode. Tests start hundreds of short processes, and
 * bytecode does not have to be parsed. It takes about 20 MB more in each process, so a server does not use it.
 *
 * A bundle keeps the addresses of its sources, so files still find what they look up relative to themselves: the
 * dashboard, the guide, the launcher.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { hashSources } from "./hash-sources.ts";
import { noticesName, thirdPartyNotices } from "./third-party-notices.ts";

const server = join(import.meta.dir, "../packages/server");
const sources = join(server, "src");
const mainFile = "main.ts";
const hashedSources = [
  "package-lock.json",
  "scripts/build-server.ts",
  "packages/{server,protocol,rule-engine}/src/**/*.ts",
];
/** The files that are started by their address. A thread that is missing here runs from its source. */
export const serverEntries = [
  mainFile,
  "ingest/turns/body-thread.ts",
  "manage/chains/work/chain-thread.ts",
  "manage/people/password-strength/strength-thread.ts",
  "queue/sqlite-log/log-thread.ts",
  "roles/ingest/listener-thread.ts",
];
const neighbour = /new URL\("([^"]+)", import\.meta\.url\)/g;

/** Names the file that `bin/weir` runs. It is not a setting, so tests that clear settings keep it. */
export const mainVariable = "MAIN_OF_WEIR";
/** The entry of the sources, for tests that replace some of them. */
export const sourceMain = join(sources, mainFile);

/**
 * Every build has its own folder, because a running server still loads files of the build from which it was started.
 */
const builds = join(server, "dist");
/** Contains the path of the build to run. `bin/weir` ignores it when a source has changed since it was written. */
const currentFile = join(builds, "current");

if (import.meta.main) await main(process.argv[2]);

async function main(argument: string | undefined): Promise<void> {
  if (argument !== undefined && !argument.startsWith("--")) return bundle(argument, { bytecode: true });
  try {
    await buildServer();
  } catch (error) {
    console.error(`The server could not be built: ${error instanceof Error ? error.message : String(error)}`);
    if (argument !== "--or-explain") process.exit(1);
    console.error("It runs from its sources instead, which takes about 25 MB more memory.");
  }
}

export async function buildServer(): Promise<void> {
  const folder = join(builds, hashSources(hashedSources).slice(0, 16));
  const previous = existsSync(currentFile) ? dirname(readFileSync(currentFile, "utf8")) : folder;
  if (!existsSync(builtMain(folder))) {
    console.error("Building the server …");
    const unfinished = `${folder}-${process.pid}`;
    await bundle(unfinished, { addressOf: folder });
    finish(unfinished, folder);
  }
  writeFileSync(currentFile, builtMain(folder));
  const kept = [folder, previous, currentFile].map((path) => basename(path));
  for (const name of readdirSync(builds)) {
    if (kept.includes(name) || isBeingBuilt(name)) continue;
    rmSync(join(builds, name), { recursive: true, force: true });
  }
}

/** Another command may have finished the same build meanwhile. */
function finish(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(builtMain(folder))) throw error;
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** The name of an unfinished build ends with the process that writes it. */
function isBeingBuilt(name: string): boolean {
  const builder = Number(name.split("-")[1] ?? Number.NaN);
  if (!Number.isInteger(builder)) return false;
  try {
    process.kill(builder, 0);
    return true;
  } catch {
    return false;
  }
}

/** The file to run, in the folder of a build. */
export function builtMain(folder: string): string {
  return builtFile(mainFile, folder);
}

interface BundleOptions {
  readonly bytecode?: boolean;
  /** The folder from which the bundle will run, if not the one into which it is written. */
  readonly addressOf?: string;
}

/** Throws if the sources have errors. */
async function bundle(
  folder: string,
  { bytecode = false, addressOf = folder }: BundleOptions,
): Promise<void> {
  await Bun.build({
    entrypoints: serverEntries.map((entry) => join(sources, entry)),
    root: sources,
    outdir: folder,
    target: "bun",
    // Bytecode is only written for the format that cannot be split. With a split bundle, a process loads only what its
    // role needs.
    ...(bytecode
      ? { format: "cjs", bytecode }
      : { format: "esm", splitting: true, naming: { chunk: "parts/[name]-[hash].[ext]" } }),
    sourcemap: "linked",
    minify: { syntax: true, whitespace: true },
    plugins: [
      {
        name: "addresses",
        setup: (build) => {
          build.onLoad({ filter: /\/packages\/[^/]+\/src\/.+\.ts$/ }, ({ path }) => ({
            loader: "ts",
            contents: withAddresses(readFileSync(path, "utf8"), path, addressOf),
          }));
        },
      },
    ],
  });
  writeFileSync(join(folder, noticesName), thirdPartyNotices());
}

function withAddresses(text: string, path: string, folder: string): string {
  const source = pathToFileURL(path);
  return text
    .replace(neighbour, (whole, relative: string) => {
      const wanted = fileURLToPath(new URL(relative, source));
      const entry = serverEntries.find((known) => join(sources, known) === wanted);
      if (entry === undefined) return whole;
      return `new URL(${JSON.stringify(pathToFileURL(builtFile(entry, folder)).href)})`;
    })
    .replaceAll("import.meta.url", JSON.stringify(source.href));
}

function builtFile(entry: string, folder: string): string {
  return join(folder, entry.replace(/\.ts$/, ".js"));
}
