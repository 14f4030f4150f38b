import { openEngines } from "../../packages/server/src/installation/cluster/cluster-engines.ts";
import { createLog } from "../../packages/server/src/platform/log.ts";
import { clusterConfig } from "./cluster-config.ts";
import { testNats, testPostgres, testRedis } from "./engines.ts";

/**
 * The engines for installations under test that are clusters. `WEIR_TEST_CLUSTER` has their addresses: without it, the
 * same test files run on one machine. Every installation has its own database and name on the engines.
 */
export interface GivenEngines {
  readonly natsUrl: string;
  readonly redisUrl: string;
  /** A database with all tables and no data, which the database of each installation copies. */
  readonly templateUrl: string;
}

const variable = "WEIR_TEST_CLUSTER";
/** The role that installations should connect with. It is no superuser, so that row-level security applies. */
const role = "weir";
/** Members have several connections each, and a test process has several clusters of members. */
const postgresSettings = ["fsync=off", "max_connections=600", "shared_buffers=64MB"];
const template = "weirtemplate";

export const givenEngines: GivenEngines | null = JSON.parse(process.env[variable] ?? "null");

export interface StartedEngines extends AsyncDisposable {
  readonly engines: GivenEngines;
  /** The environment that makes the tests of a process use these engines. */
  readonly env: Readonly<Record<string, string>>;
}

export async function startGivenEngines(): Promise<StartedEngines> {
  await using parts = new AsyncDisposableStack();
  const starting = [
    testNats().then((engine) => parts.use(engine)),
    testPostgres(postgresSettings).then((engine) => parts.use(engine)),
    testRedis().then((engine) => parts.use(engine)),
  ] as const;
  // If one cannot start, the others are stopped, so all of them have to be there first.
  await Promise.allSettled(starting);
  const [nats, postgres, redis] = await Promise.all(starting);
  await using admin = new Bun.SQL(postgres.url, { max: 1 });
  await admin.unsafe(`CREATE ROLE ${role} LOGIN CREATEDB`);
  await admin.unsafe(`CREATE DATABASE ${template} OWNER ${role}`);
  const address = new URL(postgres.server.url(template));
  address.username = role;
  const engines = { natsUrl: nats.url, redisUrl: redis.url, templateUrl: address.href };
  await prepareTemplate(engines);
  const running = parts.move();
  return {
    engines,
    env: { [variable]: JSON.stringify(engines) },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Migrates the database as the first process of a cluster does. */
async function prepareTemplate(engines: GivenEngines): Promise<void> {
  const config = clusterConfig({ ...engines, postgresUrl: engines.templateUrl, name: template });
  const opened = await openEngines(config, { role: "manage", log: createLog("error", "test") });
  await opened.stream.manager.streams.delete(opened.stream.name);
  await opened.close();
  await using database = new Bun.SQL(engines.templateUrl, { max: 1 });
  // The stream of the template is not that of its copies: each gets its own when it starts.
  await database`UPDATE weir_store.queue_stream SET id = NULL, prefix = NULL, created = NULL, last_sequence = 0`;
}

/** What one cluster has on the engines. */
export interface ClusterPlace {
  readonly natsUrl: string;
  readonly redisUrl: string;
  readonly postgresUrl: string;
  /** The prefix of its names in NATS and Redis. */
  readonly name: string;
}

/** Creates the database and the name of a new cluster. */
export async function createPlace({ natsUrl, redisUrl, templateUrl }: GivenEngines): Promise<ClusterPlace> {
  const name = `t${crypto.randomUUID().replaceAll("-", "").slice(1)}`;
  const databaseUrl = (database: string): string => {
    const url = new URL(templateUrl);
    url.pathname = `/${database}`;
    return url.href;
  };
  await using admin = new Bun.SQL(databaseUrl("postgres"), { max: 1 });
  await admin.unsafe(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  return { natsUrl, redisUrl, postgresUrl: databaseUrl(name), name };
}
