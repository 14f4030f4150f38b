import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testNats, testPostgres, testRedis } from "./engines.ts";
import { tempFolder } from "./temp-folder.ts";
import type { TestCertificate } from "./test-authority.ts";

/** An engine that talks only over TLS, and only to clients with a certificate. */
export interface TlsEngine extends AsyncDisposable {
  readonly url: string;
}

/** Starts an engine that shows `server` and asks clients for a certificate of the authority `ca`. */
export type StartTlsEngine = (server: TestCertificate, ca: string) => Promise<TlsEngine>;

export const startTlsNats: StartTlsEngine = async ({ cert, key }, ca) => {
  const files = `cert_file: "${cert}", key_file: "${key}", ca_file: "${ca}"`;
  const nats = await testNats([], [`tls { ${files}, verify: true }`]);
  return {
    url: nats.url.replace("nats:", "tls:"),
    [Symbol.asyncDispose]: () => nats[Symbol.asyncDispose](),
  };
};

export const startTlsPostgres: StartTlsEngine = async ({ cert, key }, ca) => {
  const folder = tempFolder();
  // The server runs as a user of its own if the tests run as root.
  chmodSync(folder.path, 0o755);
  const hba = join(folder.path, "hba.conf");
  writeFileSync(hba, "hostssl all all 127.0.0.1/32 trust clientcert=verify-ca\n");
  const files = [`ssl_cert_file=${cert}`, `ssl_key_file=${key}`, `ssl_ca_file=${ca}`, `hba_file=${hba}`];
  const postgres = await testPostgres(["fsync=off", "ssl=on", ...files]);
  return {
    url: postgres.url,
    async [Symbol.asyncDispose]() {
      await postgres[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
};

export const startTlsRedis: StartTlsEngine = async ({ cert, key }, ca) => {
  const files = ["--tls-cert-file", cert, "--tls-key-file", key, "--tls-ca-cert-file", ca];
  const redis = await testRedis((port) => ["--port", "0", "--tls-port", String(port), ...files]);
  return {
    url: redis.url.replace("redis:", "rediss:"),
    [Symbol.asyncDispose]: () => redis[Symbol.asyncDispose](),
  };
};

/** The address of a database with the files of a client, as in psql. */
export function withPostgresFiles(
  address: string,
  {
    ca,
    cert,
    key,
  }: { readonly ca: string | null; readonly cert: string | null; readonly key: string | null },
): string {
  const url = new URL(address);
  url.searchParams.set("sslmode", "verify-full");
  for (const [name, file] of Object.entries({ sslrootcert: ca, sslcert: cert, sslkey: key }))
    if (file !== null) url.searchParams.set(name, file);
  return url.href;
}
