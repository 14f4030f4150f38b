import { expect, test } from "bun:test";
import { unwrap } from "@weir/protocol/result";
import { describeConfig, describeConfigAsJson } from "./describe-config.ts";
import { type ConfigSources, type EffectiveConfig, loadConfig } from "./load-config.ts";
import { settingKeys } from "./settings.ts";

// No weir.toml lies in this folder, because it does not exist.
const cwd = "/nonexistent/weir";
const secret = Buffer.alloc(32, "s3cret").toString("base64");

function effective(sources: Partial<ConfigSources>): EffectiveConfig {
  return unwrap(loadConfig({ flags: {}, env: {}, cwd, ...sources }));
}

const given = {
  flags: { port: "9000", demo: "false" },
  env: { WEIR_TRUSTED_PROXIES: "10.0.0.0/8,::1", WEIR_TOKEN_KEY: secret, WEIR_BODY_BYTES_MAX: "1048576" },
};

test("lists every setting with its value and its source", () => {
  expect(describeConfig(effective(given))).toBe(`\
setting                      value                   origin
data                         /nonexistent/weir/data  default
host                         127.0.0.1               default
port                         9000                    --port
tls_cert                     (not set)               default
tls_key                      (not set)               default
plain_http                   refuse                  default
ingest_threads               auto                    default
process_count                auto                    default
trusted_proxies              10.0.0.0/8, ::1         WEIR_TRUSTED_PROXIES
rate_limit                   1000                    default
rate_limit_sources_max       100000                  default
connections_per_source_max   1000                    default
duplicate_window_s           60                      default
replay_window_s              86400                   default
identities_max               1000000                 default
clock_tolerance_s            5                       default
clock_behind_days            30                      default
body_bytes_max               1MiB                    WEIR_BODY_BYTES_MAX
bodies_bytes_max             256MiB                  default
entries_max                  10000                   default
queue_bytes_max              1GiB                    default
account_creators             owners                  default
accounts_per_person          5                       default
account_deletion_days        7                       default
processing_share             20                      default
parked_bytes                 1GiB                    default
queue_bytes_per_account      512MiB                  default
identities_share             25                      default
devices_per_account          100000                  default
sensors_per_account          500000                  default
control_bytes_per_account    256MiB                  default
stored_readings_per_account  0                       default
audit_entries_per_account    200000                  default
quarantined_per_account      20000                   default
traces_per_account           16                      default
activity_per_device          200                     default
streams_max                  1000                    default
streams_per_account          200                     default
streams_per_caller           20                      default
chain_check_deadline_s       2                       default
chain_checks_per_account     20                      default
chain_check_s_per_minute     12                      default
outbox_allow                 (none)                  default
outbox_tries                 12                      default
mails_per_account_per_day    500                     default
channel_messages_per_hour    60                      default
metrics_token                (not set)               default
smtp_url                     (not set)               default
smtp_from                    (not set)               default
public_url                   (not set)               default
share_frame_hosts            (none)                  default
map_tiles                    (not set)               default
map_attribution              (not set)               default
owner_email                  (not set)               default
owner_password               (not set)               default
default_contract             queued                  default
stored_wait_s                5                       default
drain_timeout_s              10                      default
log_level                    info                    default
demo                         false                   --no-demo
nats_url                     (not set)               default
postgres_url                 (not set)               default
redis_url                    (not set)               default
nats_ca                      (not set)               default
nats_cert                    (not set)               default
nats_key                     (not set)               default
redis_ca                     (not set)               default
redis_cert                   (not set)               default
redis_key                    (not set)               default
plain_engines                refuse                  default
cluster_name                 weir                    default
manage_port                  (not set)               default
postgres_connections         16                      default
nats_monitor_urls            (not set)               default
queue_require_sync           false                   default
queue_replicas               3                       default
queue_partitions             4                       default
nats_allow_untested          false                   default
token_key                    (set)                   WEIR_TOKEN_KEY
token_key_previous           (not set)               default
`);
});

test("shows an empty list and a missing secret differently from values", () => {
  const lines = describeConfig(effective({})).split("\n");
  expect(lines.find((line) => line.startsWith("trusted_proxies"))).toMatch(/ {2}\(none\) +default$/);
  expect(lines.find((line) => line.startsWith("token_key"))).toMatch(/ {2}\(not set\) +default$/);
});

test("has plain values in its JSON form", () => {
  const described = JSON.parse(JSON.stringify(describeConfigAsJson(effective(given))));
  expect(Object.keys(described)).toEqual(settingKeys);
  expect(described).toMatchObject({
    data: { value: "/nonexistent/weir/data", origin: "default" },
    port: { value: 9000, origin: "--port" },
    tls_cert: { value: null, origin: "default" },
    trusted_proxies: { value: ["10.0.0.0/8", "::1"], origin: "WEIR_TRUSTED_PROXIES" },
    body_bytes_max: { value: 1_048_576, origin: "WEIR_BODY_BYTES_MAX" },
    demo: { value: false, origin: "--no-demo" },
    token_key: { value: "(set)", origin: "WEIR_TOKEN_KEY" },
  });
  expect(describeConfigAsJson(effective({})).token_key.value).toBeNull();
});

test("shows a secret in no form and no encoding", () => {
  const config = effective(given);
  const bytes = Buffer.from(secret, "base64");
  const printed = describeConfig(config) + JSON.stringify(describeConfigAsJson(config));
  const encodings = [
    secret,
    secret.slice(0, 12),
    bytes.toString("hex"),
    bytes.toString("latin1"),
    bytes.subarray(0, 6).join(","),
  ];
  for (const text of encodings) expect(printed).not.toContain(text);
});

test("shows the address of an engine in no form, because it may contain a password", () => {
  const env = {
    WEIR_NATS_URL: "tls://weir:hunter2@n1",
    WEIR_POSTGRES_URL: "postgres://weir:hunter2@db/weir?sslmode=verify-full",
    WEIR_REDIS_URL: "rediss://:hunter2@r1",
    WEIR_TOKEN_KEY: secret,
  };
  const config = effective({ env });
  const printed = describeConfig(config) + JSON.stringify(describeConfigAsJson(config));
  expect(printed).not.toContain("hunter2");
  expect(describeConfigAsJson(config).nats_url).toEqual({ value: "(set)", origin: "WEIR_NATS_URL" });
});
