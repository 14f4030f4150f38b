import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { launchRole, untilNodeReady } from "../../../../../tests/harness/role-process.ts";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { type TestAuthority, testAuthority } from "../../../../../tests/harness/test-authority.ts";
import {
  type StartTlsEngine,
  startTlsNats,
  startTlsPostgres,
  startTlsRedis,
  withPostgresFiles,
} from "../../../../../tests/harness/tls-engines.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { createLog } from "../../platform/log.ts";
import { openNats } from "../../platform/nats/open-nats.ts";
import { openPostgres } from "../../platform/postgres/open-postgres.ts";
import { RedisLink } from "../../platform/redis/redis-link.ts";
import type { TlsFiles } from "../../platform/tls-files.ts";
import { checkEngineFiles } from "./engine-files.ts";

setDefaultTimeout(120_000);

const log = createLog("error", "test", () => undefined);
/** Connections that fail are tried again until then. */
const patienceMs = 1500;

/** Whether a connection with these files works. */
type Connects = (url: string, files: TlsFiles) => Promise<boolean>;

async function connectsToNats(url: string, tls: TlsFiles): Promise<boolean> {
  const signal = AbortSignal.timeout(patienceMs);
  const opened = await openNats(url, { name: "test", log, tls, signal }).catch(() => null);
  await opened?.flush();
  await opened?.close();
  return opened !== null;
}

async function connectsToPostgres(url: string, files: TlsFiles): Promise<boolean> {
  const opened = openPostgres(withPostgresFiles(url, files), { applicationName: "test" });
  const asked = opened.query("SELECT 1").then(
    () => true,
    () => false,
  );
  return await asked.finally(() => opened.close());
}

async function connectsToRedis(url: string, tls: TlsFiles): Promise<boolean> {
  const link = await RedisLink.open({ url, tls, log });
  const isThere = !link.isAway;
  link.close();
  return isThere;
}

const engines: readonly (readonly [string, StartTlsEngine, Connects])[] = [
  ["NATS", startTlsNats, connectsToNats],
  ["PostgreSQL", startTlsPostgres, connectsToPostgres],
  ["Redis", startTlsRedis, connectsToRedis],
];

describeUnless(await whyNoEngines(), "connections to engines with TLS", () => {
  let own: TestAuthority;
  let other: TestAuthority;
  beforeAll(async () => {
    [own, other] = await Promise.all([testAuthority(), testAuthority()]);
  });
  afterAll(() => {
    own?.[Symbol.dispose]();
    other?.[Symbol.dispose]();
  });

  describe.each(engines)("%s", (_, start, connects) => {
    test("is reached with an own authority and a client certificate, and with nothing less", async () => {
      await using engine = await start(own.server, own.ca);
      const [ca, cert, key] = [own.ca, own.client.cert, own.client.key];
      // On a busy machine, a first attempt may take too long.
      await waitUntil("it is reached", () => connects(engine.url, { ca, cert, key }));
      // The system does not know the authority.
      expect(await connects(engine.url, { ca: null, cert, key })).toBe(false);
      expect(await connects(engine.url, { ca: null, cert: null, key: null })).toBe(false);
      expect(await connects(engine.url, { ca: other.ca, cert, key })).toBe(false);
      expect(await connects(engine.url, { ca, cert: null, key: null })).toBe(false);
      expect(await connects(engine.url, { ca, ...other.client })).toBe(false);
    });

    test("is refused if its certificate is for another host", async () => {
      await using engine = await start(own.otherServer, own.ca);
      expect(await connects(engine.url, { ca: own.ca, ...own.client })).toBe(false);
    });
  });

  test("carry a whole installation", async () => {
    using folder = tempFolder();
    await using nats = await startTlsNats(own.server, own.ca);
    await using postgres = await startTlsPostgres(own.server, own.ca);
    await using redis = await startTlsRedis(own.server, own.ca);
    const { cert, key } = own.client;
    const files = (engine: string) => ({
      [`WEIR_${engine}_CA`]: own.ca,
      [`WEIR_${engine}_CERT`]: cert,
      [`WEIR_${engine}_KEY`]: key,
    });
    const logFile = `${folder.path}/weir.log`;
    const manage = launchRole({
      role: "manage",
      logFile,
      env: {
        WEIR_NATS_URL: nats.url,
        WEIR_REDIS_URL: redis.url,
        ...files("NATS"),
        ...files("REDIS"),
        WEIR_POSTGRES_URL: withPostgresFiles(postgres.url, { ca: own.ca, cert, key }),
        WEIR_TOKEN_KEY: Buffer.alloc(32, "tls").toString("base64"),
        WEIR_QUEUE_REPLICAS: "1",
        WEIR_DATA: `${folder.path}/unused`,
      },
    });
    try {
      await untilNodeReady(manage);
      const notes = async () => JSON.stringify(await (await fetch(`${manage.url}/readyz`)).json());
      await waitUntil("it reaches Redis", async () => !(await notes()).includes("Redis"));
    } catch (cause) {
      throw new Error(await Bun.file(logFile).text(), { cause });
    } finally {
      manage.process.kill();
      await manage.process.exited;
    }
  });

  test("name the setting whose file cannot be read", () => {
    const none = {
      natsCa: null,
      natsCert: null,
      natsKey: null,
      redisCa: null,
      redisCert: null,
      redisKey: null,
    };
    const postgresUrl = "postgres:///weir";
    const check = (given: object) => () => checkEngineFiles({ ...none, postgresUrl, ...given });
    expect(check({ natsCa: own.ca })).not.toThrow();
    expect(check({ redisKey: "/no/such/file" })).toThrow("redis_key names a file that cannot be read");
    const named = { postgresUrl: `${postgresUrl}?sslmode=verify-full&sslrootcert=/no/such/file` };
    expect(check(named)).toThrow("sslrootcert in postgres_url names a file that cannot be read");
  });
});
