/**
 * Builds the dashboard into packages/dashboard/dist if it is missing or its sources have changed. With `--or-explain`,
 * which `npm start` uses, a failed build leaves one line that the server shows instead of the pages, so that devices
 * are still served.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { buildFailedName } from "../packages/server/src/web/dashboard/dashboard-problem.ts";
import { hashSources } from "./hash-sources.ts";
import { noticesName, thirdPartyNotices } from "./third-party-notices.ts";

const root = join(import.meta.dir, "..");
const dashboard = join(root, "packages/dashboard");
const built = join(dashboard, "dist");
const stampName = "built-from";
const compressed = new Set([".js", ".css", ".html", ".svg", ".txt"]);

const sources = [
  "package-lock.json",
  "scripts/third-party-notices.ts",
  "packages/dashboard/{index.html,package.json,tsconfig.json,vite.config.ts}",
  "packages/dashboard/{src,build,public}/**/*",
  "packages/{protocol,rule-engine}/src/**/*.ts",
];

if (import.meta.main) await main(process.argv.includes("--or-explain"));

async function main(orExplain: boolean): Promise<void> {
  try {
    await buildDashboard();
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    if (orExplain) return leaveExplanation(output);
    console.error(`The dashboard could not be built:\n${output}`);
    process.exit(1);
  }
}

/** Returns whether there was something to build. */
export async function buildDashboard(): Promise<boolean> {
  const stamp = hashSources(sources);
  const stampFile = join(built, stampName);
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return false;
  console.error("Building the dashboard …");
  // Built beside the old one, which is served until the new one is complete.
  const folder = `${built}-${process.pid}`;
  await runVite(folder);
  writeFileSync(join(folder, noticesName), thirdPartyNotices());
  compressFiles(folder);
  writeFileSync(join(folder, stampName), stamp);
  rmSync(built, { recursive: true, force: true });
  renameSync(folder, built);
  return true;
}

async function runVite(folder: string): Promise<void> {
  const vite = join(root, "node_modules/.bin/vite");
  const command = [process.execPath, "--bun", vite, "build", "--outDir", folder, "--logLevel", "warn"];
  // Every build is the one that is shipped, also in tests.
  const env = { ...process.env, NODE_ENV: "production" };
  const child = Bun.spawn(command, { cwd: dashboard, env, stdio: ["ignore", "pipe", "pipe"] });
  const [output, complaint, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code === 0) return;
  rmSync(folder, { recursive: true, force: true });
  throw new Error(Bun.stripANSI(`${output}${complaint}`).trim());
}

/** Deletes older pages, because they may not fit the server that is about to start. */
function leaveExplanation(output: string): void {
  const reason = /error: (.+)/i.exec(output)?.[1] ?? output.split("\n", 1)[0]!;
  const fix = "Run `npm ci` and then `npm run build`, which prints the whole message, and reload the page.";
  rmSync(built, { recursive: true, force: true });
  mkdirSync(built);
  writeFileSync(join(built, buildFailedName), `It could not be built (${reason.slice(0, 200)}). ${fix}\n`);
}

/** Compresses the files once here, instead of for every request. */
function compressFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressed.has(extname(entry.name))) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    if (bytes.length < 500) continue;
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  }
}
