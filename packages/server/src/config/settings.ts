import { contractNames } from "@weir/protocol/contracts";
import { accountLimitSettings } from "./account-limit-settings.ts";
import { clockSettings } from "./clock-settings.ts";
import { clusterSettings } from "./cluster-settings.ts";
import { keySettings } from "./key-settings.ts";
import { pageSettings } from "./page-settings.ts";
import type { Setting } from "./setting.ts";
import {
  accessToken,
  byteSize,
  host,
  type Kind,
  mailSender,
  mailServerUrl,
  networks,
  oneOf,
  onOff,
  path,
  seconds,
  secretText,
  webUrl,
  wholeNumber,
  wholeNumberOrAuto,
} from "./setting-kinds.ts";

const KiB = 1024;
const GiB = 1024 ** 3;
const dayS = 86_400;

/**
 * Every setting of Weir, in the order in which `weir config` and docs/guide/settings.md list them. All else follows
 * from this table: the `Config` type, the names in the environment and on the command line, validation, and the docs.
 *
 * Add a setting by adding a row. The key is its name in `weir.toml`; a default is written as it would be in the
 * environment, and null leaves the setting unset.
 */
export const settings = {
  data: {
    kind: path("dir"),
    default: "./data",
    help: "Folder that holds all of Weir's data.",
  },
  host: {
    kind: host,
    default: "127.0.0.1",
    help: "Address to listen on; use 0.0.0.0 or :: to accept requests from other machines.",
  },
  port: {
    kind: wholeNumber(0, 65_535),
    default: "8080",
    help: "Port to listen on; 0 picks a free port.",
  },
  tls_cert: {
    kind: path("file"),
    default: null,
    help: "Certificate chain (PEM) for HTTPS; requires tls_key.",
  },
  tls_key: {
    kind: path("file"),
    default: null,
    help: "Private key (PEM) for HTTPS; requires tls_cert.",
  },
  plain_http: {
    kind: oneOf(["refuse", "allow"]),
    default: "refuse",
    help: "Whether API keys and password resets are accepted over plain HTTP from other machines.",
  },
  ingest_threads: {
    kind: wholeNumberOrAuto(1, 64),
    default: "auto",
    help: "Threads that receive requests. With more than one, a separate thread checks and writes readings. auto means one on a machine with up to 3 cores and more on a larger one. Elsewhere than on Linux there is always one; in a cluster, several ingest processes do the same.",
  },
  process_count: {
    kind: wholeNumberOrAuto(1, 16),
    default: "auto",
    help: "Processes that run rule chains and store readings. Each settles the readings of its share of the devices. auto means one on a machine with up to 15 cores and more on a larger one. In a cluster, any number of process roles do the same.",
  },
  trusted_proxies: {
    kind: networks,
    default: "",
    help: "Addresses or networks of proxies whose X-Forwarded-For header is trusted.",
  },
  rate_limit: {
    kind: wholeNumber(1, 1_000_000_000),
    default: "1000",
    help: "Requests per minute that one source may make.",
  },
  rate_limit_sources_max: {
    kind: wholeNumber(1, 10_000_000),
    default: "100000",
    help: "How many sources the rate limit tracks at a time.",
  },
  connections_per_source_max: {
    kind: wholeNumber(1, 20_000),
    default: "1000",
    help: "Connections that one source may have open; further ones are closed. Trusted proxies may have any number.",
  },
  duplicate_window_s: {
    kind: seconds(0, dayS),
    default: "60",
    help: "How long a repeat of a reading without a timestamp counts as a duplicate.",
  },
  replay_window_s: {
    kind: seconds(0, 31 * dayS),
    default: "86400",
    help: "How long a repeat of a reading with a timestamp counts as a duplicate.",
  },
  identities_max: {
    kind: wholeNumber(1000, 100_000_000),
    default: "1000000",
    help: "How many recent readings the duplicate memory holds; older ones are looked up in the store.",
  },
  ...clockSettings,
  body_bytes_max: {
    kind: byteSize(KiB, GiB),
    default: "2MiB",
    help: "Largest request body, inflated.",
  },
  bodies_bytes_max: {
    kind: byteSize(64 * KiB, 1024 * GiB),
    default: "256MiB",
    help: "Memory for all device requests being received. Past this, requests get 503.",
  },
  entries_max: {
    kind: wholeNumber(1, 1_000_000),
    default: "10000",
    help: "Most readings in one request.",
  },
  queue_bytes_max: {
    kind: byteSize(64 * KiB, 1024 * GiB),
    default: "1GiB",
    help: "Unprocessed readings the queue may hold. Past this, requests get 503.",
  },
  ...accountLimitSettings,
  activity_per_device: {
    kind: wholeNumber(0, 10_000),
    default: "200",
    help: "How many recent requests are kept for each device; 0 keeps none.",
  },
  streams_max: {
    kind: wholeNumber(1, 100_000),
    default: "1000",
    help: "How many live streams (open dashboard pages) the server serves at a time.",
  },
  streams_per_account: {
    kind: wholeNumber(1, 100_000),
    default: "200",
    help: "How many live streams one account may have.",
  },
  streams_per_caller: {
    kind: wholeNumber(1, 100_000),
    default: "20",
    help: "How many live streams one person (across all accounts) or one API key may have.",
  },
  chain_check_deadline_s: {
    kind: seconds(0.001, 60),
    default: "2",
    help: "How much CPU time one check, dry run or replay of a rule chain may take.",
  },
  chain_checks_per_account: {
    kind: wholeNumber(1, 1000),
    default: "20",
    help: "How many checks, dry runs and replays of rule chains one account may have under way.",
  },
  chain_check_s_per_minute: {
    kind: wholeNumber(1, 3600),
    default: "12",
    help: "Seconds per minute that checks, dry runs and replays of one account may take; further ones have to wait.",
  },
  outbox_allow: {
    kind: networks,
    default: "",
    help: "Non-public addresses or networks that webhooks and MQTT may reach.",
  },
  outbox_tries: {
    kind: wholeNumber(1, 100),
    default: "12",
    help: "Attempts after which a message of a rule chain is given up.",
  },
  mails_per_account_per_day: {
    kind: wholeNumber(10, 1_000_000_000),
    default: "500",
    help: "Emails per day (UTC) that the rule chains of one account may send; further emails wait until the next day. An email to three addresses counts as three.",
  },
  channel_messages_per_hour: {
    kind: wholeNumber(1, 1_000_000),
    default: "60",
    help: "Notifications of alarms that one channel is sent per hour; critical alarms may be as many again. Further ones are told in one message when the hour is over.",
  },
  metrics_token: {
    kind: accessToken,
    default: null,
    help: "Bearer token that lets other machines read /metrics.",
    secret: true,
  },
  smtp_url: {
    kind: mailServerUrl,
    default: null,
    help: "Mail server for emails of rule chains, invitations and password resets, such as smtp://user:password@mail.example.org:587. smtp:// requires STARTTLS, except on this machine; add ?starttls=optional for a server without it.",
    secret: true,
  },
  smtp_from: {
    kind: mailSender,
    default: null,
    help: "Sender address of emails, such as Weir <weir@example.org>; requires smtp_url.",
  },
  public_url: {
    kind: webUrl,
    default: null,
    help: "How people and devices reach the server, for snippets, links in mails and the set-up link, like https://weir.example.org.",
  },
  ...pageSettings,
  owner_email: {
    kind: mailSender,
    default: null,
    help: "Creates this owner if there is none yet; requires owner_password.",
  },
  owner_password: {
    kind: secretText,
    default: null,
    help: "Password of owner_email: at least 12 characters and hard to guess.",
    secret: true,
  },
  default_contract: {
    kind: oneOf(contractNames),
    default: "queued",
    help: "Contract of new devices.",
  },
  stored_wait_s: {
    kind: seconds(0, 600),
    default: "5",
    help: "How long a response under the stored contract waits for its readings to be processed.",
  },
  drain_timeout_s: {
    kind: seconds(0, 3600),
    default: "10",
    help: "How long a stopping server waits for open requests.",
  },
  log_level: {
    kind: oneOf(["debug", "info", "warn", "error"]),
    default: "info",
    help: "Lowest severity of log lines to write.",
  },
  demo: {
    kind: onOff,
    default: "true",
    help: "Whether the very first start creates a demo account with a device and two sensors.",
  },
  ...clusterSettings,
  ...keySettings,
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof settings;
export const settingKeys = Object.keys(settings) as SettingKey[];

/** The effective settings, in camelCase. One that has no default and was not given is null. */
export type Config = {
  readonly [Key in SettingKey as CamelCase<Key>]: ValueOf<(typeof settings)[Key]>;
};

type CamelCase<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Key;

type ValueOf<Row extends Setting> =
  Row["kind"] extends Kind<infer Value> ? (Row["default"] extends null ? Value | null : Value) : never;

export function configName<Key extends SettingKey>(key: Key): CamelCase<Key> {
  return key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Key>;
}

export function environmentName(key: SettingKey): string {
  return `WEIR_${key.toUpperCase()}`;
}

/** `--rate-limit`, or `--no-demo` for what is on by default; null where there is none. */
export function flagName(key: SettingKey): string | null {
  const setting: Setting = settings[key];
  if (setting.secret || setting.masked) return null;
  // A switch can only be turned off on the command line.
  if (setting.kind.placeholder === null && setting.default === "false") return null;
  return (setting.kind.placeholder === null ? "--no-" : "--") + key.replaceAll("_", "-");
}

/** The flag with its value, as a usage text shows it: `--port <number>`. */
export function flagUsage(key: SettingKey): string | null {
  const flag = flagName(key);
  const { placeholder } = settings[key].kind;
  return flag === null || placeholder === null ? flag : `${flag} <${placeholder}>`;
}
