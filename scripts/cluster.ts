/**
 * `npm run cluster`: a complete cluster on this machine, to try it out. Three NATS servers, PostgreSQL with a synchronous standby, Redis,
 * two ingest, two process, one deliver and two manage processes, and haproxy in front. Its data lies in a temporary folder, which
 * is removed when the cluster is stopped.
 */
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { ProcessRole } from "@weir/protocol/closed-sets";
import type { Subprocess } from "bun";
import { freePort } from "../tests/harness/free-port.ts";
import { clusterEngines } from "../tests/harness/programs.ts";
import { startHaproxy } from "./engines/private-haproxy.ts";
import { natsUrl, startNats } from "./engines/private-nats.ts";
import { PrivatePostgres } from "./engines/private-postgres.ts";
import { redisUrl, startRedis } from "./engines/private-redis.ts";
import { ensureSystemPackages } from "./system-packages.ts";

const help = `Usage: npm run cluster -- [options]

Starts a complete cluster of Weir on this machine and stops it on Ctrl-C.

  --port <number>  where devices and people reach it (8080)
  --help           show this text
`;

const weirCommand = join(import.meta.dir, "../bin/weir");
const readyTimeoutMs = 60_000;
const stopTimeoutMs = 15_000;
const linesShown = 20;
/** In the order in which they are stopped. */
const roles: readonly ProcessRole[] = [
  "ingest",
  "ingest",
  "process",
  "process",
  "deliver",
  "manage",
  "manage",
];

interface Node {
  readonly role: ProcessRole;
  readonly port: number;
  readonly logFile: string;
  readonly process: Subprocess<"ignore", "pipe", number>;
}

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
// PostgreSQL runs as another user where this is run by root.
chmodSync(folder, 0o711);
const stops: (() => Promise<void>)[] = [];
let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(0));

try {
  const env = { ...(await startEngines()), WEIR_PUBLIC_URL: `http://127.0.0.1:${port}` };
  const nodes: Node[] = [];
  // The first manage node prepares the database, and the second one's set-up link is the one that counts.
  for (const role of [...roles].reverse()) {
    const node = startNode(role, nodes.length, env);
    nodes.push(node);
    if (role === "manage") await untilReady(node);
  }
  for (const node of nodes) if (node.role === "ingest") await untilReady(node);
  await startProxy(nodes);
  await introduce(nodes);
} catch (error) {
  if (!isStopping) {
    console.error(error instanceof Error ? error.message : error);
    await stop(1);
  }
}

async function startEngines(): Promise<Record<string, string>> {
  say("Starting three NATS servers, PostgreSQL with a standby, and Redis …");
  const natsPorts = [freePort(), freePort(), freePort()];
  const routePorts = natsPorts.map(() => freePort());
  const redisPort = freePort();
  const [, , primary, standby] = await Promise.all([
    Promise.all(
      natsPorts.map(async (natsPort, index) => {
        const cluster = { name: "weir", port: routePorts[index]!, routePorts };
        const own = { folder: join(folder, `nats-${index}`), port: natsPort, monitorPort: freePort() };
        const server = await startNats({ ...own, cluster });
        stops.push(() => server.stop());
      }),
    ),
    startRedis({ folder: join(folder, "redis"), port: redisPort }).then((redis) =>
      stops.push(() => redis.stop()),
    ),
    ...startPostgres(),
  ]);
  return {
    WEIR_NATS_URL: natsUrl(...natsPorts),
    WEIR_POSTGRES_URL: `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`,
    WEIR_REDIS_URL: redisUrl(redisPort),
    WEIR_TOKEN_KEY: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64"),
    // haproxy says on whose behalf it asks.
    WEIR_TRUSTED_PROXIES: "127.0.0.1",
  };
}

/** The primary, and the standby that its commits wait for. */
function startPostgres(): [Promise<PrivatePostgres>, Promise<PrivatePostgres>] {
  const settings = ["max_connections=200"];
  const primary = PrivatePostgres.start({ folder: join(folder, "postgres-1"), port: freePort(), settings });
  const standby = primary.then(async (standbyOf) => {
    stops.push(() => standbyOf.stop());
    const own = { folder: join(folder, "postgres-2"), port: freePort(), settings };
    const started = await PrivatePostgres.start({ ...own, standbyOf });
    stops.push(() => started.stop());
    await standbyOf.awaitStandby();
    return started;
  });
  return [primary, standby];
}

function startNode(role: ProcessRole, index: number, env: Readonly<Record<string, string>>): Node {
  say(`Starting ${role} …`);
  const nodePort = freePort();
  const own = join(folder, `${role}-${index}`);
  mkdirSync(own);
  const logFile = join(own, "weir.log");
  const log = openSync(logFile, "a");
  const node = Bun.spawn([weirCommand, "serve", "--role", role], {
    env: { ...process.env, ...env, WEIR_DATA: own, WEIR_PORT: String(nodePort) },
    cwd: own,
    stdin: "ignore",
    stdout: "pipe",
    stderr: log,
    // Ctrl-C reaches this process alone, which then stops the others in order.
    detached: true,
  });
  stops.push(async () => {
    node.kill("SIGTERM");
    const timer = setTimeout(() => node.kill("SIGKILL"), stopTimeoutMs);
    await node.exited;
    clearTimeout(timer);
  });
  void node.exited.then((code) => {
    if (!isStopping)
      console.error(`A ${role} process has ended with ${code}. It logged:\n${lastLines(logFile)}`);
  });
  return { role, port: nodePort, logFile, process: node };
}

async function untilReady({ role, port: nodePort, logFile, process: node }: Node): Promise<void> {
  const deadlineMs = performance.now() + readyTimeoutMs;
  const isReady = () =>
    fetch(`http://127.0.0.1:${nodePort}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (node.exitCode !== null || performance.now() > deadlineMs)
      throw new Error(`A ${role} process did not become ready. It logged:\n${lastLines(logFile)}`);
    await Bun.sleep(100);
  }
}

function lastLines(logFile: string): string {
  return readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-linesShown).join("\n");
}

async function startProxy(nodes: readonly Node[]): Promise<void> {
  const portsOf = (role: ProcessRole) => nodes.filter((node) => node.role === role).map((node) => node.port);
  const proxy = await startHaproxy({
    ...{
      folder: join(folder, "haproxy"),
      port,
      ingestPorts: portsOf("ingest"),
      managePorts: portsOf("manage"),
    },
  });
  stops.push(() => proxy.stop());
}

/** What the manage nodes have printed: the demo device by the first, and the link that creates the owner by the second. */
async function introduce(nodes: readonly Node[]): Promise<void> {
  const [first, second] = await Promise.all(
    nodes.filter(({ role }) => role === "manage").map(({ process: node }) => firstWords(node.stdout)),
  );
  const link = /\S+\/setup#\S+/.exec(second ?? "")?.[0];
  const request = /^curl .*$/m.exec(first ?? "")?.[0];
  say(`
The cluster is ready at http://127.0.0.1:${port}
Logs and data are in ${folder} until it stops.

Create the owner account:

${link ?? "(somebody has created it)"}

Send a reading of the demo device:

${request ?? "(create a device in the dashboard first)"}

Press Ctrl-C to stop.`);
}

async function firstWords(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of output) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes("/setup#") && text.endsWith("\n")) break;
  }
  return text;
}

/** The last one that was started is stopped first. */
async function stop(exitCode: number): Promise<never> {
  if (isStopping) return new Promise<never>(() => undefined);
  isStopping = true;
  say("\nStopping the cluster …");
  for (const stopOne of stops.reverse()) await stopOne().catch(() => undefined);
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
