/**
 * Bundles the thousand source files of the server into a few hundred. `npm start` and `npm run build` put the bundle
 * into packages/server/dist, where `bin/weir` finds it. Decision 0027 says how much memory and time this saves.
 *
 * `npm test` names its own folder and gets a bundle with bytecode. Tests start hundreds of short processes, and
 * bytecode does not have to be parsed. It takes about 20 MB more in each process, so a server does not use it.
 *
 * Files of a bundle still find what they look up relative to their sources: the dashboard, the guide, the launcher. A
 * build works out where that is when it runs, so a copy of a whole installation runs its own files. The bundle of
 * `npm test` lies elsewhere and contains the addresses themselves.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { hashSources } from "./hash-sources.ts";
import { noticesName, thirdPartyNotices } from "./third-party-notices.ts";

const root = join(import.meta.dir, "..");
const server = join(root, "packages/server");
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
/** The address of a file that is named relative to its source, or of the source itself. */
const address = /new URL\("([^"]+)", import\.meta\.url\)|import\.meta\.url/g;

/** Names the file that `bin/weir` runs. It is not a setting, so tests that clear settings keep it. */
export const mainVariable = "MAIN_OF_WEIR";
/** The entry of the sources, for tests that replace some of them. */
export const sourceMain = join(sources, mainFile);

/**
 * Every build has its own folder, because a running server still loads files of the build from which it was started.
 */
const builds = join(server, "dist");
/** Code for the address of the installation that a running file of a build belongs to. */
const installation = `import.meta.url.slice(0, import.meta.url.lastIndexOf("/${relative(root, builds)}/") + 1)`;
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
    await bundle(unfinished, { build: folder });
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
  /** The build as which the bundle will run. Without it, the bundle runs where it is written. */
  readonly build?: string;
}

/** Throws if the sources have errors. */
async function bundle(folder: string, { bytecode = false, build: as }: BundleOptions): Promise<void> {
  const places = as === undefined ? { folder, urlOf: fixedUrl } : { folder: as, urlOf: urlInInstallation };
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
            contents: withAddresses(readFileSync(path, "utf8"), path, places),
          }));
        },
      },
    ],
  });
  writeFileSync(join(folder, noticesName), thirdPartyNotices());
}

interface BundlePlaces {
  readonly folder: string;
  /** Code for the address of a file, as a text. */
  readonly urlOf: (path: string) => string;
}

function withAddresses(text: string, path: string, { folder, urlOf }: BundlePlaces): string {
  const own = urlOf(path);
  return text.replace(address, (_whole, name: string | undefined) => {
    if (name === undefined) return own;
    const wanted = fileURLToPath(new URL(name, pathToFileURL(path)));
    const entry = serverEntries.find((known) => join(sources, known) === wanted);
    return `new URL(${urlOf(entry === undefined ? wanted : builtFile(entry, folder))})`;
  });
}

function fixedUrl(path: string): string {
  return JSON.stringify(pathToFileURL(path).href);
}

function urlInInstallation(path: string): string {
  const names = relative(root, path).split("/").map(encodeURIComponent);
  return `new URL(${JSON.stringify(names.join("/"))}, ${installation}).href`;
}

function builtFile(entry: string, folder: string): string {
  return join(folder, entry.replace(/\.ts$/, ".js"));
}
