/**
 * `npm run cluster`: a complete cluster on this machine, to try it out. It has three NATS servers, PostgreSQL with a
 * synchronous standby, Redis, two ingest, two process, one deliver and two manage processes, and haproxy in front. Its
 * data is in a temporary folder, which is removed when the cluster stops.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { clusterEngines } from "../tests/harness/programs.ts";
import { waitUntil } from "../tests/harness/wait-until.ts";
import { WholeCluster } from "./cluster/whole-cluster.ts";
import { lastLines } from "./engines/engine-process.ts";
import { ensureSystemPackages } from "./system-packages.ts";

const help = `Usage: npm run cluster -- [options]

Starts a complete cluster of Weir on this machine and stops it on Ctrl-C.

  --port <number>  where devices and people reach it (8080)
  --help           show this text
`;

const { values: options } = parseArgs({
  options: { port: { type: "string", default: "8080" }, help: { type: "boolean", default: false } },
});
if (options.help) {
  console.log(help);
  process.exit(0);
}
const port = Number(options.port);
if (!Number.isInteger(port) || port < 1 || port > 65_535)
  fail("--port must be a whole number from 1 to 65535.");

const ensured = await ensureSystemPackages(clusterEngines);
if (!ensured.ok) fail(ensured.problem);

const folder = mkdtempSync(join(tmpdir(), "weir-cluster-"));
// PostgreSQL runs as another user if root starts the cluster.
chmodSync(folder, 0o711);
const cluster = new WholeCluster({ folder, port, say });
let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(0));

try {
  await cluster.start();
  for (const { part, logFile } of cluster.nodes) {
    void part.exited.then((code) => {
      if (!isStopping)
        console.error(`${part.name} has ended with ${code}. It logged:\n${lastLines(logFile)}`);
    });
  }
  await introduce();
} catch (error) {
  if (!isStopping) {
    console.error(error instanceof Error ? error.message : error);
    await stop(1);
  }
}

/**
 * Prints what the manage nodes have printed: one of them the demo device, and each of them a link that creates the
 * owner.
 */
async function introduce(): Promise<void> {
  const printed = () =>
    cluster
      .of("manage")
      .map(({ logFile }) => readFileSync(logFile, "utf8"))
      .join("\n");
  await waitUntil("the set-up link is printed", () => printed().includes("/setup#"));
  const link = /\S+\/setup#\S+/.exec(printed())?.[0];
  const request = /^curl .*$/m.exec(printed())?.[0];
  say(`
The cluster is ready at ${cluster.url}
Logs and data are in ${folder} until it stops.

Create the owner account:

${link ?? "(somebody has created it)"}

Send a reading of the demo device:

${request ?? "(create a device in the dashboard first)"}

Press Ctrl-C to stop.`);
}

async function stop(exitCode: number): Promise<never> {
  if (isStopping) return new Promise<never>(() => undefined);
  isStopping = true;
  say("\nStopping the cluster …");
  await cluster.stop().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
  process.exit(exitCode);
}

function say(text: string): void {
  console.log(text);
}

function fail(problem: string): never {
  console.error(problem);
  process.exit(1);
}
