import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unwrap } from "@weir/protocol/result";
import { isCluster } from "./is-cluster.ts";
import { type ConfigSources, loadConfig } from "./load-config.ts";
import type { Setting } from "./setting.ts";
import {
  type Config,
  configName,
  environmentName,
  flagName,
  type SettingKey,
  settingKeys,
  settings,
} from "./settings.ts";

const root = mkdtempSync(join(tmpdir(), "weir-load-config-"));
afterAll(() => rmSync(root, { recursive: true }));

let folders = 0;
function folderWith(toml: string | null): string {
  const folder = join(root, String(++folders));
  mkdirSync(folder);
  if (toml !== null) writeFileSync(join(folder, "weir.toml"), toml);
  return folder;
}

type Given = Partial<Omit<ConfigSources, "cwd">> & { readonly toml?: string; readonly cwd?: string };

function load({ toml, flags = {}, env = {}, cwd = folderWith(toml ?? null) }: Given) {
  return loadConfig({ flags, env, cwd });
}

function loaded(given: Given) {
  return unwrap(load(given));
}

function problems(given: Given): readonly string[] {
  const result = load(given);
  return result.ok ? [] : result.error;
}

/** Right values of each setting, as `weir config` prints them: for the file, the environment and the flag. */
const samples: Record<
  Exclude<
    SettingKey,
    | ("token_key" | "token_key_previous" | "smtp_url" | "owner_password" | "metrics_token")
    | (
        | "nats_url"
        | "postgres_url"
        | "redis_url"
        | "nats_monitor_urls"
        | "queue_require_sync"
        | "nats_allow_untested"
      )
  >,
  readonly [file: string, env: string, flag: string]
> = {
  data: ["/data/1", "/data/2", "/data/3"],
  host: ["10.0.0.1", "::2", "weir.example"],
  port: ["1", "2", "3"],
  tls_cert: ["/cert/1", "/cert/2", "/cert/3"],
  tls_key: ["/key/1", "/key/2", "/key/3"],
  plain_http: ["allow", "allow", "allow"],
  trusted_proxies: ["10.0.0.1", "10.0.0.2, ::2", "10.0.0.0/8, fd00::/8"],
  ingest_threads: ["1", "2", "3"],
  process_count: ["1", "2", "3"],
  rate_limit: ["1", "2", "3"],
  rate_limit_sources_max: ["1", "2", "3"],
  connections_per_source_max: ["1", "2", "3"],
  duplicate_window_s: ["1.5", "2.5", "3.5"],
  replay_window_s: ["1.5", "2.5", "3.5"],
  identities_max: ["1001", "1002", "1003"],
  clock_tolerance_s: ["1.5", "2.5", "3.5"],
  clock_behind_days: ["1", "2", "3"],
  body_bytes_max: ["1MiB", "3MiB", "4MiB"],
  bodies_bytes_max: ["1MiB", "3MiB", "4MiB"],
  entries_max: ["1", "2", "3"],
  queue_bytes_max: ["65537", "64KiB", "2GiB"],
  account_creators: ["operators", "everyone", "operators"],
  accounts_per_person: ["1", "2", "3"],
  account_deletion_days: ["1", "2", "3"],
  processing_share: ["1", "2", "3"],
  parked_bytes: ["1MiB", "2MiB", "3MiB"],
  queue_bytes_per_account: ["64KiB", "1MiB", "3MiB"],
  identities_share: ["5", "6", "7"],
  devices_per_account: ["1", "2", "3"],
  control_bytes_per_account: ["1MiB", "2MiB", "3MiB"],
  sensors_per_account: ["1", "2", "3"],
  stored_readings_per_account: ["1", "2", "3"],
  audit_entries_per_account: ["100", "200", "300"],
  quarantined_per_account: ["100", "200", "300"],
  traces_per_account: ["1", "2", "3"],
  activity_per_device: ["0", "1", "2"],
  streams_max: ["1", "2", "3"],
  streams_per_account: ["1", "2", "3"],
  streams_per_caller: ["1", "2", "3"],
  chain_check_deadline_s: ["1.5", "2.5", "3.5"],
  chain_checks_per_account: ["1", "2", "3"],
  chain_check_s_per_minute: ["1", "2", "3"],
  outbox_allow: ["10.0.0.1", "10.0.0.2, ::2", "10.0.0.0/8, fd00::/8"],
  outbox_tries: ["1", "2", "3"],
  mails_per_account_per_day: ["10", "20", "30"],
  channel_messages_per_hour: ["1", "2", "3"],
  smtp_from: ["a@example.org", "Weir <b@example.org>", "c@example.org"],
  public_url: ["http://weir.example", "https://weir.example", "https://weir.example:8443"],
  share_frame_hosts: ["a.example", "b.example, *.c.example", "https://d.example:8443"],
  map_tiles: [
    "https://a.example/{z}/{x}/{y}.png",
    "http://b.example:8080/{z}/{x}/{y}",
    "https://c.example/?z={z}&x={x}&y={y}",
  ],
  map_attribution: ["A", "© B", "C and others"],
  owner_email: ["a@example.org", "b@example.org", "c@example.org"],
  default_contract: ["stored", "queued", "stored"],
  stored_wait_s: ["1.5", "2.5", "3.5"],
  drain_timeout_s: ["1.5", "2.5", "3.5"],
  log_level: ["debug", "warn", "error"],
  demo: ["false", "true", "false"],
  cluster_name: ["a", "b", "c"],
  manage_port: ["1", "2", "3"],
  nats_ca: ["/ca/1", "/ca/2", "/ca/3"],
  nats_cert: ["/cert/1", "/cert/2", "/cert/3"],
  nats_key: ["/key/1", "/key/2", "/key/3"],
  redis_ca: ["/ca/1", "/ca/2", "/ca/3"],
  redis_cert: ["/cert/1", "/cert/2", "/cert/3"],
  redis_key: ["/key/1", "/key/2", "/key/3"],
  plain_engines: ["allow", "refuse", "allow"],
  queue_replicas: ["3", "1", "5"],
  queue_partitions: ["4", "8", "64"],
  postgres_connections: ["16", "8", "32"],
};

test("uses the defaults without any source", () => {
  const cwd = folderWith(null);
  const { config, origins } = loaded({ cwd });
  const expected: Config = {
    data: join(cwd, "data"),
    host: "127.0.0.1",
    port: 8080,
    tlsCert: null,
    tlsKey: null,
    plainHttp: "refuse",
    trustedProxies: [],
    ingestThreads: "auto",
    processCount: "auto",
    rateLimit: 1000,
    rateLimitSourcesMax: 100_000,
    connectionsPerSourceMax: 1000,
    duplicateWindowS: 60,
    replayWindowS: 86_400,
    identitiesMax: 1_000_000,
    clockToleranceS: 5,
    clockBehindDays: 30,
    bodyBytesMax: 2_097_152,
    bodiesBytesMax: 268_435_456,
    entriesMax: 10_000,
    queueBytesMax: 1_073_741_824,
    accountCreators: "owners",
    accountsPerPerson: 5,
    accountDeletionDays: 7,
    processingShare: 20,
    parkedBytes: 1024 ** 3,
    queueBytesPerAccount: 512 * 1024 ** 2,
    identitiesShare: 25,
    devicesPerAccount: 100_000,
    sensorsPerAccount: 500_000,
    controlBytesPerAccount: 256 * 1024 ** 2,
    storedReadingsPerAccount: 0,
    auditEntriesPerAccount: 200_000,
    quarantinedPerAccount: 20_000,
    tracesPerAccount: 16,
    activityPerDevice: 200,
    streamsMax: 1000,
    streamsPerAccount: 200,
    streamsPerCaller: 20,
    chainCheckDeadlineS: 2,
    chainChecksPerAccount: 20,
    chainCheckSPerMinute: 12,
    outboxAllow: [],
    outboxTries: 12,
    mailsPerAccountPerDay: 500,
    channelMessagesPerHour: 60,
    metricsToken: null,
    smtpUrl: null,
    smtpFrom: null,
    publicUrl: null,
    shareFrameHosts: [],
    mapTiles: null,
    mapAttribution: null,
    ownerEmail: null,
    ownerPassword: null,
    defaultContract: "queued",
    storedWaitS: 5,
    drainTimeoutS: 10,
    logLevel: "info",
    demo: true,
    natsUrl: null,
    postgresUrl: null,
    redisUrl: null,
    natsCa: null,
    natsCert: null,
    natsKey: null,
    redisCa: null,
    redisCert: null,
    redisKey: null,
    plainEngines: "refuse",
    clusterName: "weir",
    managePort: null,
    natsMonitorUrls: null,
    queueRequireSync: false,
    queueReplicas: 3,
    queuePartitions: 4,
    postgresConnections: 16,
    natsAllowUntested: false,
    tokenKey: null,
    tokenKeyPrevious: null,
  };
  expect(config).toEqual(expected);
  for (const key of settingKeys) expect(origins[key]).toEqual({ source: "default", name: "default" });
});

test.each(Object.keys(samples) as (keyof typeof samples)[])(
  "%s: the file overrides the default, the environment the file, the flag the environment",
  (key) => {
    const [inFile, inEnv, onFlag] = samples[key];
    const kind: Setting["kind"] = settings[key].kind;
    // What JSON writes for a text, a number, a truth value or a list of texts is TOML too.
    const inToml = JSON.stringify(kind.fromText(inFile));
    const toml = `${key} = ${inToml}\n${otherTlsHalf(key)}`;
    const env = { [environmentName(key)]: inEnv };
    const flags = { [key]: onFlag };
    const effective = (given: Given) => {
      const { config, origins } = loaded(given);
      return [kind.format(config[configName(key)]), origins[key]];
    };

    expect(effective({ toml })).toEqual([inFile, { source: "file", name: "weir.toml" }]);
    expect(effective({ toml, env })).toEqual([inEnv, { source: "environment", name: environmentName(key) }]);
    expect(effective({ toml, env, flags })).toEqual([onFlag, { source: "flag", name: flagName(key)! }]);
  },
);

/** Half of a pair would be a problem of its own. */
function otherTlsHalf(key: SettingKey): string {
  if (key.endsWith("_cert")) return `${key.replace("_cert", "_key")} = '/key/0'`;
  const certificates = ["tls_key", "nats_key", "redis_key"];
  return certificates.includes(key) ? `${key.replace("_key", "_cert")} = '/cert/0'` : "";
}

test("takes each setting from the last source that has it", () => {
  const given = {
    toml: "port = 1\nhost = 'file.example'\nrate_limit = 5",
    env: { WEIR_PORT: "2", WEIR_HOST: "env.example" },
    flags: { port: "3" },
  };
  const { config, origins } = loaded(given);
  expect([config.port, config.host, config.rateLimit]).toEqual([3, "env.example", 5]);
  expect([origins.port.name, origins.host.name, origins.rate_limit.name]).toEqual([
    "--port",
    "WEIR_HOST",
    "weir.toml",
  ]);
});

test("treats an empty variable as not given, and an empty flag as given", () => {
  const toml = "port = 1\ntrusted_proxies = ['::1']";
  const { config } = loaded({ toml, env: { WEIR_PORT: "", WEIR_TRUSTED_PROXIES: "", WEIR_CONFIG: "" } });
  expect([config.port, config.trustedProxies.length]).toEqual([1, 1]);
  expect(loaded({ toml, flags: { trusted_proxies: "" } }).config.trustedProxies).toEqual([]);
  expect(problems({ flags: { port: "" } })).toEqual([
    '--port is ""; it must be a whole number from 0 to 65535.',
  ]);
});

test("resolves relative paths from the working directory, and those in the file from the file's folder", () => {
  const cwd = folderWith(null);
  mkdirSync(join(cwd, "etc"));
  writeFileSync(join(cwd, "etc/weir.toml"), "data = 'd'\ntls_cert = '../cert.pem'");
  const { config } = loaded({ cwd, flags: { config: "etc/weir.toml" }, env: { WEIR_TLS_KEY: "key.pem" } });
  expect([config.data, config.tlsCert, config.tlsKey]).toEqual(
    ["etc/d", "cert.pem", "key.pem"].map((path) => join(cwd, path)),
  );
});

test("prefers --config to WEIR_CONFIG, and that to weir.toml", () => {
  const cwd = folderWith("port = 1");
  writeFileSync(join(cwd, "two.toml"), "port = 2");
  writeFileSync(join(cwd, "three.toml"), "port = 3");
  const env = { WEIR_CONFIG: join(cwd, "two.toml") };
  expect(loaded({ cwd }).config.port).toBe(1);
  expect(loaded({ cwd, env }).config.port).toBe(2);
  expect(loaded({ cwd, env }).origins.port.name).toBe(join(cwd, "two.toml"));
  expect(loaded({ cwd, env, flags: { config: "three.toml" } }).config.port).toBe(3);
  expect(problems({ cwd, flags: { config: "four.toml" } })).toEqual([
    '--config "four.toml": the file does not exist.',
  ]);
});

test("lists all problems of all sources at once, each with its place and what would be right", () => {
  const given = {
    toml: "port = '8080'\ncolour = 'red'\nrate-limit = 5\ntoken_key = 'x'\nhost = 1\ndemo = 'no'\nreplay_window_s = 1979-05-27",
    env: {
      WEIR_PORT: "tcp://10.0.0.1:8080",
      WEIR_LOG_LEVEL: "loud",
      WEIR_TRUSTED_PROXIES: "10.0.0.1, proxy, 10.0.0.0/99",
    },
    flags: { port: "70000", body_bytes_max: "2MB", tls_cert: "cert.pem" },
  };
  expect(problems(given)).toEqual([
    'weir.toml: "colour" is not a setting; remove it.',
    'weir.toml: "rate-limit" is not a setting; did you mean rate_limit?',
    "weir.toml: host is 1; it must be an IP address or a host name, without port or brackets.",
    'weir.toml: port is "8080"; it must be a whole number from 0 to 65535, without quotes.',
    'WEIR_PORT is "tcp://10.0.0.1:8080"; it must be a whole number from 0 to 65535.',
    "--port is 70000; it must be a whole number from 0 to 65535.",
    'WEIR_TRUSTED_PROXIES holds "proxy" and "10.0.0.0/99"; it must be IP addresses or networks like 10.0.0.0/8 or fd00::/8, with no bits set behind the prefix, separated by commas (in the file, a list of strings).',
    "weir.toml: replay_window_s is 1979-05-27; it must be seconds from 0 to 2678400, fractions allowed.",
    '--body-bytes-max is "2MB"; it must be a size from 1KiB to 1GiB, in bytes or written like 64KiB, 2MiB or 1GiB.',
    'WEIR_LOG_LEVEL is "loud"; it must be debug, info, warn or error.',
    'weir.toml: demo is "no"; it must be true or false.',
    "weir.toml: token_key must not be set here, because it is secret; set WEIR_TOKEN_KEY instead.",
    "tls_cert is set (--tls-cert), but tls_key is not; set both for HTTPS, or neither.",
  ]);
});

test("reports a wrong value even if a later source overrides it", () => {
  expect(problems({ toml: "port = -1", flags: { port: "1" } })).toHaveLength(1);
});

test("reports the problems of other sources despite a broken file", () => {
  expect(problems({ toml: "port = 1\nhost =\n", env: { WEIR_PORT: "x", WEIR_TLS_CERT: "c" } })).toEqual([
    "weir.toml, line 2: not valid TOML. Missing value after '='; values must be on the same line.",
    'WEIR_PORT is "x"; it must be a whole number from 0 to 65535.',
  ]);
});

test.each([
  ["port", "1e5"],
  ["ingest_threads", "0"],
  ["process_count", "0"],
  ["rate_limit", "0"],
  ["rate_limit_sources_max", "0"],
  ["duplicate_window_s", "86401"],
  ["replay_window_s", "2678400.5"],
  ["identities_max", "999"],
  ["clock_tolerance_s", "-1"],
  ["clock_behind_days", "0"],
  ["body_bytes_max", "1023"],
  ["entries_max", "1000001"],
  ["queue_bytes_max", "63KiB"],
  ["default_contract", "both"],
  ["stored_wait_s", "5s"],
  ["drain_timeout_s", "10s"],
  ["log_level", "trace"],
  ["host", "a b"],
  ["data", "a\nb"],
  ["tls_cert", "\t"],
  ["trusted_proxies", "*"],
  ["share_frame_hosts", "*"],
  ["map_tiles", "https://*/{z}/{x}/{y}.png"],
] as const)("%s = %p is refused from each origin", (key, text) => {
  const given = {
    toml: `${key} = ${JSON.stringify(text)}`,
    env: { [environmentName(key)]: text },
    flags: { [key]: text },
  };
  const found = problems(given).map((problem) => problem.split(/ (?:is|holds) /)[0]);
  expect(found).toEqual([`weir.toml: ${key}`, environmentName(key), flagName(key)!]);
});

test.each([
  ["prot = 1", '"prot" is not a setting; did you mean port?'],
  ["WEIR_PORT = 1", '"WEIR_PORT" is not a setting; did you mean port?'],
  ["tokenKey = 'hunter2'", '"tokenKey" is not a setting; did you mean WEIR_TOKEN_KEY in the environment?'],
  ["[server]\nport = 1", '"server" is not a setting; remove it.'],
  ["__proto__ = 1", '"__proto__" is not a setting; remove it.'],
  ["constructor = 1", '"constructor" is not a setting; remove it.'],
  ['"a\\u001bb" = 1', '"a\\u001bb" is not a setting; remove it.'],
])("reports an unknown key of the file: %j", (toml, problem) => {
  expect(problems({ toml })).toEqual([`weir.toml: ${problem}`]);
});

test("reports a table in place of a value", () => {
  expect(problems({ toml: "[port]\nhost = 1" })).toEqual([
    "weir.toml: port is a table; it must be a whole number from 0 to 65535.",
  ]);
});

test("accepts both TLS files or neither, from any sources", () => {
  expect(loaded({ toml: "tls_key = '/k'", env: { WEIR_TLS_CERT: "/c" } }).config.tlsCert).toBe("/c");
  expect(problems({ toml: "tls_key = '/k'" })).toEqual([
    "tls_key is set (weir.toml), but tls_cert is not; set both for HTTPS, or neither.",
  ]);
  expect(problems({ env: { WEIR_TLS_CERT: "/c" }, flags: { tls_key: "" } })).toEqual([
    '--tls-key is ""; it must be the path of a file.',
  ]);
});

test("reads the token key from the environment, as base64 or hex", () => {
  const key = Uint8Array.from({ length: 32 }, (_, index) => 255 - index);
  for (const encoding of ["base64", "hex"] as const) {
    const { config, origins } = loaded({ env: { WEIR_TOKEN_KEY: Buffer.from(key).toString(encoding) } });
    expect(config.tokenKey).toEqual(key);
    expect(origins.token_key.name).toBe("WEIR_TOKEN_KEY");
  }
});

test("quotes the token key in no problem, whatever setting it was given as", () => {
  const secret = "hunter2hunter2hunter2";
  const found = problems({
    toml: `token_key = "${secret}"`,
    env: { WEIR_TOKEN_KEY: secret },
    flags: { token_key: secret },
  });
  expect(found).toEqual([
    "weir.toml: token_key must not be set here, because it is secret; set WEIR_TOKEN_KEY instead.",
    "WEIR_TOKEN_KEY has an invalid value (not shown); it must be 32 bytes as base64 (what `openssl rand -base64 32` prints) or as 64 hex characters.",
    "--token-key must not be set here, because it is secret; set WEIR_TOKEN_KEY instead.",
  ]);
  expect(problems({ toml: `token_key = ${secret}` }).join()).not.toContain(secret);
});

test("reads the engines of a cluster from the file or the environment, and the key from the environment", () => {
  const key = Buffer.alloc(32, 7).toString("base64");
  const toml = "nats_url = 'tls://weir:hunter2@n1:4222,nats://n2'\nqueue_require_sync = true";
  const postgres = "postgres://weir:hunter2@db/weir?sslmode=verify-full";
  const env = { WEIR_POSTGRES_URL: postgres, WEIR_TOKEN_KEY: key };
  const { config } = loaded({ toml, env });
  expect(config).toMatchObject({
    natsUrl: "tls://weir:hunter2@n1:4222,nats://n2",
    queueRequireSync: true,
    redisUrl: null,
  });
  expect(isCluster(config)).toBeTrue();
  expect(isCluster(loaded({}).config)).toBeFalse();
  expect(problems({ toml })).toEqual([
    "nats_url is set (weir.toml), but postgres_url is not; set both for a cluster, or neither for one machine.",
  ]);
  expect(problems({ env: { WEIR_REDIS_URL: "redis://r" } })).toEqual([
    "redis_url is set (WEIR_REDIS_URL), but nats_url is not; set both for a cluster, or neither for one machine.",
    "redis_url is set (WEIR_REDIS_URL), but postgres_url is not; set both for a cluster, or neither for one machine.",
  ]);
  expect(problems({ toml, env: { WEIR_POSTGRES_URL: postgres } })).toEqual([
    "A cluster requires WEIR_TOKEN_KEY, the same for all of its nodes. Create one with: openssl rand -base64 32",
  ]);
});

test("refuses listener threads and a number of processors in a cluster, and says what to do instead", () => {
  const key = Buffer.alloc(32, 7).toString("base64");
  const env = {
    WEIR_NATS_URL: "nats://localhost",
    WEIR_POSTGRES_URL: "postgres:///weir",
    WEIR_TOKEN_KEY: key,
  };
  expect(problems({ toml: "ingest_threads = 4", env })).toEqual([
    "ingest_threads is 4 (weir.toml), but an ingest process of a cluster has one listener thread. Set it to 1, and start one ingest process for each core instead.",
  ]);
  expect(loaded({ toml: "ingest_threads = 4" }).config.ingestThreads).toBe(4);
  expect(problems({ toml: "process_count = 4", env })).toEqual([
    "process_count is 4 (weir.toml), but a cluster has as many processors as process roles are started. Leave it out, and start more of them instead.",
  ]);
  expect(loaded({ toml: "process_count = 4" }).config.processCount).toBe(4);
});

describe("engines on other hosts", () => {
  const key = Buffer.alloc(32, 7).toString("base64");
  const here = { nats: "nats://127.0.0.1", postgres: "postgres://localhost/weir", redis: "redis://[::1]" };
  const found = (urls: Partial<typeof here>, toml = "") => {
    const { nats, postgres, redis } = { ...here, ...urls };
    const env = { WEIR_NATS_URL: nats, WEIR_POSTGRES_URL: postgres, WEIR_REDIS_URL: redis };
    return problems({ toml, env: { ...env, WEIR_TOKEN_KEY: key } }).join("\n");
  };

  test.each([
    { nats: "localhost:4222,nats://[::1]:4222,127.0.0.2" },
    { postgres: "postgres:///weir" },
    { postgres: "postgres:///weir?host=/run/postgresql" },
    { postgres: "postgres://%2Frun%2Fpostgresql/weir" },
    { redis: "redis://localhost" },
    { nats: "tls://weir:hunter2@n1,n2" },
    { nats: "tls://token@n1" },
    { postgres: "postgres://weir:hunter2@one,other/weir?sslmode=verify-full" },
    { postgres: "postgres://weir@db/weir?sslmode=verify-ca&sslrootcert=/ca&password=hunter2" },
    { postgres: "postgres://weir@db/weir?sslmode=verify-full&sslcert=/c&sslkey=/k" },
    { redis: "rediss://:hunter2@r" },
  ])("accepts %j, which is this host or has TLS and a password", (urls) => {
    expect(found(urls)).toBe("");
  });

  const tls = "without verified TLS";
  const password = "without a password";
  test.each([
    [{ nats: "nats://weir:hunter2@n1" }, "nats_url leads to another host (n1)", tls],
    [{ nats: "127.0.0.1,nats://weir:hunter2@n2" }, "nats_url leads to another host (n2)", tls],
    [{ nats: "tls://n1" }, "nats_url leads to another host (n1)", password],
    [{ nats: "0.0.0.0" }, "nats_url leads to another host (0.0.0.0)", tls],
    [{ nats: "localhost.example" }, "nats_url leads to another host (localhost.example)", tls],
    [{ postgres: "postgres://weir:hunter2@db/weir" }, "postgres_url leads to another host (db)", tls],
    [{ postgres: "postgres://weir:hunter2@localhost,db/weir" }, "another host (db)", tls],
    [{ postgres: "postgres://weir:hunter2@localhost/weir?host=db" }, "another host (db)", tls],
    [{ postgres: "postgres://weir:hunter2@localhost/weir?host=localhost&host=db" }, "host (db)", tls],
    [{ postgres: "postgres://weir:hunter2@db/weir?sslmode=require" }, "another host (db)", tls],
    [{ postgres: "postgres://weir:hunter2@db/weir?sslmode=verify-full&sslmode=disable" }, "host (db)", tls],
    [{ postgres: "postgres://weir:hunter2@db/weir?sslmode=verify-ca" }, "another host (db)", tls],
    [{ postgres: "postgres://weir:hunter2@db/weir?sslmode=no-verify" }, "another host (db)", tls],
    [{ postgres: "postgres://weir@db/weir?sslmode=verify-full" }, "another host (db)", password],
    [{ redis: "redis://:hunter2@r" }, "redis_url leads to another host (r)", tls],
    [{ redis: "rediss://r" }, "redis_url leads to another host (r)", password],
  ])("refuses %j and says what to do, without the password", (urls, leads, lacks) => {
    const said = found(urls);
    for (const part of [leads, lacks, `set plain_engines = "allow"`]) expect(said).toContain(part);
    expect(said).not.toContain("hunter2");
    expect(said.split("\n")).toHaveLength(1);
    expect(found(urls, `plain_engines = "allow"`)).toBe("");
  });

  test("are accepted with a client certificate instead of a password", () => {
    const files = (engine: string) => `${engine}_ca = '/a'\n${engine}_cert = '/c'\n${engine}_key = '/k'\n`;
    expect(found({ nats: "tls://n1", redis: "rediss://r" }, files("nats") + files("redis"))).toBe("");
  });

  test("names certificates that are given for a connection without TLS", () => {
    expect(found({}, "nats_ca = '/a'")).toBe(
      "nats_ca is set, but nats_url does not use TLS; begin it with tls://.",
    );
    expect(found({}, "redis_ca = '/a'\nplain_engines = 'allow'")).toBe(
      "redis_ca is set, but redis_url does not use TLS; begin it with rediss://.",
    );
    expect(problems({ toml: "nats_cert = '/c'" })).toEqual([
      "nats_cert is set (weir.toml), but nats_key is not; set both, or neither.",
    ]);
  });
});

test("quotes the address of an engine in no problem, because it may contain a password", () => {
  expect(problems({ toml: "nats_url = 'http://weir:hunter2@n1'" })).toEqual([
    "weir.toml: nats_url has an invalid value (not shown); it must be a URL like tls://user:password@host:4222.",
  ]);
});

test("uses only the environment that is passed in", () => {
  process.env.WEIR_PORT = "1234";
  try {
    expect(loaded({}).config.port).toBe(8080);
  } finally {
    delete process.env.WEIR_PORT;
  }
});
