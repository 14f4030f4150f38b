import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { EngineProcess } from "../../scripts/engines/engine-process.ts";
import { natsUrl, startNats } from "../../scripts/engines/private-nats.ts";
import { PrivatePostgres } from "../../scripts/engines/private-postgres.ts";
import { redisUrl, startRedis } from "../../scripts/engines/private-redis.ts";
import { ensureSystemPackages } from "../../scripts/system-packages.ts";
import { freePort } from "./free-port.ts";
import { clusterEngines } from "./programs.ts";
import { tempFolder } from "./temp-folder.ts";

/**
 * Why the engines of a cluster cannot be started here; null if they can. Call it once, before the tests that need them.
 */
export async function whyNoEngines(): Promise<string | null> {
  const ensured = await ensureSystemPackages(clusterEngines);
  return ensured.ok ? null : ensured.problem;
}

/** An engine for one test: `await using postgres = await testPostgres()`. */
interface TestEngine extends AsyncDisposable {
  readonly url: string;
}

export interface TestPostgres extends TestEngine {
  readonly server: PrivatePostgres;
  /** Creates an empty database on the server and returns its address. */
  createDatabase(): Promise<string>;
}

/**
 * Names the folder of an initialised database, which every PostgreSQL server of a test copies. `npm test` sets it. It
 * is not a setting of Weir, so servers accept it in their environment.
 */
export const initialisedPostgresVariable = "INITIALISED_TEST_POSTGRES";

/** Only tests of power cuts need it. */
export const withoutSync = ["fsync=off"];

/** A PostgreSQL server for tests that stop or configure it. The others use `sharedPostgres`. */
export async function testPostgres(settings: readonly string[] = withoutSync): Promise<TestPostgres> {
  const folder = tempFolder();
  const server = await startPostgres(folder.path, settings);
  let databases = 0;
  return {
    server,
    url: server.url(),
    async createDatabase() {
      const name = `test_${++databases}`;
      await using admin = new Bun.SQL(server.url(), { max: 1 });
      await admin.unsafe(`CREATE DATABASE ${name}`);
      return server.url(name);
    },
    async [Symbol.asyncDispose]() {
      await server.discard();
      folder[Symbol.dispose]();
    },
  };
}

export function startPostgres(
  folder: string,
  settings: readonly string[],
  endsWithGroup = false,
): Promise<PrivatePostgres> {
  const copyOf = process.env[initialisedPostgresVariable];
  return PrivatePostgres.start({
    folder,
    port: freePort(),
    settings,
    endsWithGroup,
    ...(copyOf !== undefined && { copyOf }),
  });
}

export interface TestEngineProcess extends TestEngine {
  readonly process: EngineProcess;
}

export async function testRedis(
  settingsFor: (port: number) => readonly string[] = () => [],
): Promise<TestEngineProcess> {
  const folder = tempFolder();
  const port = freePort();
  const process = await startRedis({ folder: folder.path, port, settings: settingsFor(port) });
  return { process, url: redisUrl(port), [Symbol.asyncDispose]: () => end([process], folder) };
}

export interface TestNats extends TestEngineProcess {
  /** Holds its streams. */
  readonly folder: string;
  /** Ends the server, runs the work on its files and starts it again at its address. */
  restart(work: () => void): Promise<void>;
}

/** One NATS server with JetStream. */
export async function testNats(
  jetstream: readonly string[] = [],
  settings: readonly string[] = [],
): Promise<TestNats> {
  const folder = tempFolder();
  const port = freePort();
  const monitorPort = freePort();
  const start = () => startNats({ folder: folder.path, port, monitorPort, jetstream, settings });
  let process = await start();
  return {
    get process() {
      return process;
    },
    url: natsUrl(port),
    folder: folder.path,
    async restart(work) {
      await process.kill();
      work();
      process = await start();
    },
    [Symbol.asyncDispose]: () => end([process], folder),
  };
}

export interface TestNatsCluster extends TestEngine {
  readonly servers: readonly EngineProcess[];
  /** Starts a server that was killed or not started yet. */
  start(index: number): Promise<void>;
}

/** Three NATS servers that replicate their streams. The last ones may be started later. */
export async function testNatsCluster(startedFirst = 3): Promise<TestNatsCluster> {
  const folder = tempFolder();
  const ports = [freePort(), freePort(), freePort()];
  const routePorts = ports.map(() => freePort());
  const start = (port: number, index: number) => {
    const own = join(folder.path, String(index));
    mkdirSync(own, { recursive: true });
    const cluster = { name: "weir", port: routePorts[index]!, routePorts };
    return startNats({ folder: own, port, monitorPort: freePort(), cluster });
  };
  const servers = await Promise.all(ports.slice(0, startedFirst).map(start));
  return {
    servers,
    url: natsUrl(...ports),
    async start(index) {
      servers[index] = await start(ports[index]!, index);
    },
    [Symbol.asyncDispose]: () => end(servers, folder),
  };
}

async function end(processes: readonly EngineProcess[], folder: Disposable): Promise<void> {
  await Promise.all(processes.map((process) => process.kill()));
  folder[Symbol.dispose]();
}
