import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { testNats, testPostgres, testRedis, whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import {
  type TestAuthority,
  type TestCertificate,
  testAuthority,
} from "../../../../../tests/harness/test-authority.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { createLog } from "../../platform/log.ts";
import { openNats } from "../../platform/nats/open-nats.ts";
import { openPostgres } from "../../platform/postgres/open-postgres.ts";
import { RedisLink } from "../../platform/redis/redis-link.ts";
import type { TlsFiles } from "../../platform/tls-files.ts";
import { checkEngineFiles } from "./engine-files.ts";

setDefaultTimeout(60_000);

const log = createLog("error", "test", () => undefined);
/** Connections that fail are tried again until then. */
const patienceMs = 1500;

/** An engine with TLS that only talks to clients with a certificate. */
interface TlsEngine extends AsyncDisposable {
  /** Whether a connection with these files works. */
  connects(files: TlsFiles): Promise<boolean>;
}

type StartEngine = (server: TestCertificate, ca: string) => Promise<TlsEngine>;

const startTlsNats: StartEngine = async ({ cert, key }, ca) => {
  const files = `cert_file: "${cert}", key_file: "${key}", ca_file: "${ca}"`;
  const nats = await testNats([], [`tls { ${files}, verify: true }`]);
  return {
    async connects(tls) {
      const signal = AbortSignal.timeout(patienceMs);
      const opened = await openNats(nats.url.replace("nats:", "tls:"), {
        ...{ name: "test", log, tls, signal },
      }).catch(() => null);
      await opened?.flush();
      await opened?.close();
      return opened !== null;
    },
    [Symbol.asyncDispose]: () => nats[Symbol.asyncDispose](),
  };
};

const startTlsPostgres: StartEngine = async ({ cert, key }, ca) => {
  const folder = tempFolder();
  chmodSync(folder.path, 0o755);
  const hba = join(folder.path, "hba.conf");
  writeFileSync(hba, "hostssl all all 127.0.0.1/32 trust clientcert=verify-ca\n");
  const files = [`ssl_cert_file=${cert}`, `ssl_key_file=${key}`, `ssl_ca_file=${ca}`, `hba_file=${hba}`];
  const postgres = await testPostgres(["fsync=off", "ssl=on", ...files]);
  return {
    async connects({ ca: sslrootcert, cert: sslcert, key: sslkey }) {
      const url = new URL(postgres.url);
      url.searchParams.set("sslmode", "verify-full");
      for (const [name, file] of Object.entries({ sslrootcert, sslcert, sslkey }))
        if (file !== null) url.searchParams.set(name, file);
      const opened = openPostgres(url.href, { applicationName: "test" });
      const asked = opened.query("SELECT 1").then(
        () => true,
        () => false,
      );
      return await asked.finally(() => opened.close());
    },
    async [Symbol.asyncDispose]() {
      await postgres[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
};

const startTlsRedis: StartEngine = async ({ cert, key }, ca) => {
  const files = ["--tls-cert-file", cert, "--tls-key-file", key, "--tls-ca-cert-file", ca];
  const redis = await testRedis((port) => ["--port", "0", "--tls-port", String(port), ...files]);
  return {
    async connects(tls) {
      const link = await RedisLink.open({ url: redis.url.replace("redis:", "rediss:"), tls, log });
      const isThere = !link.isAway;
      link.close();
      return isThere;
    },
    [Symbol.asyncDispose]: () => redis[Symbol.asyncDispose](),
  };
};

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

  describe.each([
    ["NATS", startTlsNats],
    ["PostgreSQL", startTlsPostgres],
    ["Redis", startTlsRedis],
  ])("%s", (_, start) => {
    test("is reached with an own authority and a client certificate, and with nothing less", async () => {
      await using engine = await start(own.server, own.ca);
      const [ca, cert, key] = [own.ca, own.client.cert, own.client.key];
      // On a busy machine, a first attempt may take too long.
      await waitUntil("it is reached", () => engine.connects({ ca, cert, key }));
      // The system does not know the authority.
      expect(await engine.connects({ ca: null, cert, key })).toBe(false);
      expect(await engine.connects({ ca: null, cert: null, key: null })).toBe(false);
      expect(await engine.connects({ ca: other.ca, cert, key })).toBe(false);
      expect(await engine.connects({ ca, cert: null, key: null })).toBe(false);
      expect(await engine.connects({ ca, ...other.client })).toBe(false);
    });

    test("is refused if its certificate is for another host", async () => {
      await using engine = await start(own.otherServer, own.ca);
      expect(await engine.connects({ ca: own.ca, ...own.client })).toBe(false);
    });
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
    const check = (given: object) => () =>
      checkEngineFiles({ ...none, postgresUrl: "postgres:///weir", ...given });
    expect(check({ natsCa: own.ca })).not.toThrow();
    expect(check({ redisKey: "/no/such/file" })).toThrow("redis_key names a file that cannot be read");
    const postgresUrl = "postgres:///weir?sslmode=verify-full&sslrootcert=/no/such/file";
    expect(check({ postgresUrl })).toThrow("sslrootcert in postgres_url names a file that cannot be read");
  });
});
