import { fail, type Result, succeed } from "@weir/protocol/result";
import { nearestKey } from "../platform/nearest-key.ts";
import { type ConfigFile, readConfigFile } from "./config-file.ts";
import { engineProblems } from "./engine-problems.ts";
import type { Setting } from "./setting.ts";
import { shown } from "./setting-kinds.ts";
import {
  type Config,
  configName,
  environmentName,
  flagName,
  type SettingKey,
  settingKeys,
  settings,
} from "./settings.ts";

/**
 * Works out the effective configuration: defaults, then the file, then the environment, then flags; later wins.
 *
 * Every value given anywhere is judged, also one that a later origin overrides, and all problems come back together,
 * so that one start shows all there is to repair. An empty environment variable counts as not given. Relative
 * paths start from the working directory, those in the file from the file's own folder.
 */
export interface ConfigSources {
  /** Text given on the command line, by setting key; `config` is the path of the file to read. */
  readonly flags: { readonly [Key in SettingKey | "config"]?: string | undefined };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the working directory. */
  readonly cwd: string;
}

/** Where an effective value came from; `name` is the file, variable or flag as people know it. */
interface Origin {
  readonly source: "default" | "file" | "environment" | "flag";
  readonly name: string;
}

type Origins = Readonly<Record<SettingKey, Origin>>;

export interface EffectiveConfig {
  readonly config: Config;
  readonly origins: Origins;
}

export function loadConfig({ flags, env, cwd }: ConfigSources): Result<EffectiveConfig, readonly string[]> {
  const read = readConfigFile(cwd, requestedFile(flags.config, env.WEIR_CONFIG));
  const file = read.ok ? read.value : null;
  const effective = settingKeys.map((key) => {
    const given = givenValues(key, { flags, env, cwd }, file);
    return { key, ...effectiveValue(key, given, cwd) };
  });

  const problems = [
    ...(read.ok ? unknownKeyProblems(read.value) : [read.error]),
    ...effective.flatMap((setting) => setting.problems),
    ...(read.ok ? tlsPairProblems(effective) : []),
    ...(read.ok ? clusterProblems(effective) : []),
  ];
  if (problems.length > 0) return fail(problems);
  // Both types are derived from the table that `effective` was made of, so every key is there.
  const config = Object.fromEntries(effective.map(({ key, value }) => [configName(key), value])) as Config;
  const origins = Object.fromEntries(effective.map(({ key, origin }) => [key, origin])) as Origins;
  return succeed({ config, origins });
}

function requestedFile(flag: string | undefined, variable: string | undefined) {
  if (flag !== undefined) return { path: flag, requestedBy: "--config" };
  return variable ? { path: variable, requestedBy: "WEIR_CONFIG" } : null;
}

/** A value somebody set for a setting: as the file holds it, or as text. */
interface Given {
  readonly origin: Origin;
  readonly raw: unknown;
  /** How a problem names the place. */
  readonly where: string;
  /** What a relative path starts from. */
  readonly folder: string;
}

/** What was given for a setting, in rising precedence. */
function givenValues(key: SettingKey, { flags, env, cwd }: ConfigSources, file: ConfigFile | null): Given[] {
  const given: Given[] = [];
  if (file !== null && Object.hasOwn(file.values, key)) {
    const origin: Origin = { source: "file", name: file.name };
    given.push({ origin, raw: file.values[key], where: `${file.name}: ${key}`, folder: file.folder });
  }
  const variable = environmentName(key);
  if (env[variable]) {
    const origin: Origin = { source: "environment", name: variable };
    given.push({ origin, raw: env[variable], where: variable, folder: cwd });
  }
  if (flags[key] !== undefined) {
    const flag = flagName(key) ?? `--${key.replaceAll("_", "-")}`;
    const origin: Origin = { source: "flag", name: flag };
    given.push({ origin, raw: flags[key], where: flag, folder: cwd });
  }
  return given;
}

interface Effective {
  readonly value: unknown;
  readonly origin: Origin;
  readonly problems: readonly string[];
}

function effectiveValue(key: SettingKey, given: readonly Given[], cwd: string): Effective {
  let { value, origin } = defaultValue(key, cwd);
  const problems: string[] = [];
  for (const candidate of given) {
    const judged = judge(key, candidate);
    if (judged.ok) {
      value = judged.value;
      origin = candidate.origin;
    } else {
      problems.push(judged.error);
    }
  }
  return { value, origin, problems };
}

function defaultValue(key: SettingKey, cwd: string): { value: unknown; origin: Origin } {
  const setting: Setting = settings[key];
  const origin: Origin = { source: "default", name: "default" };
  if (setting.default === null) return { value: null, origin };
  const parsed = setting.kind.parse(setting.kind.fromText(setting.default), cwd);
  if (!parsed.ok) throw new Error(`The default of ${key} ${parsed.error}.`);
  return { value: parsed.value, origin };
}

function judge(key: SettingKey, { origin, raw, where, folder }: Given): Result<unknown, string> {
  const { kind, secret, masked }: Setting = settings[key];
  if (secret && origin.source !== "environment")
    return fail(`${where} must not be set here, because it is secret; set ${environmentName(key)} instead.`);
  const parsed = kind.parse(origin.source === "file" ? raw : kind.fromText(String(raw)), folder);
  if (parsed.ok) return parsed;
  const found = secret || masked ? "has an invalid value (not shown)" : parsed.error;
  const quotes = origin.source === "file" && isQuotedScalar(raw, kind.fromText) ? ", without quotes" : "";
  return fail(`${where} ${found}; it must be ${kind.expected}${quotes}.`);
}

/** Whether the file has a number or a truth value in quotes, which the quotes of a problem would not show. */
function isQuotedScalar(raw: unknown, fromText: (text: string) => unknown): boolean {
  return typeof raw === "string" && ["number", "boolean"].includes(typeof fromText(raw));
}

function unknownKeyProblems(file: ConfigFile): string[] {
  const unknown = Object.keys(file.values).filter((key) => !Object.hasOwn(settings, key));
  return unknown.map((key) => `${file.name}: ${shown(key)} is not a setting; ${adviceFor(key)}`);
}

function adviceFor(unknownKey: string): string {
  // Names of environment variables are easily carried over into the file.
  const near = nearestKey(unknownKey.replace(/^weir_/i, ""), settingKeys);
  if (near === null) return "remove it.";
  const { secret }: Setting = settings[near];
  return secret ? `did you mean ${environmentName(near)} in the environment?` : `did you mean ${near}?`;
}

/** A cluster needs all of its engines but Redis, and a key that all of its nodes have. It has no listener threads. */
function clusterProblems(effective: readonly (Effective & { readonly key: SettingKey })[]): string[] {
  const of = (key: SettingKey) => effective.find((setting) => setting.key === key)!;
  const isSet = (key: SettingKey) => of(key).value !== null;
  const isMissing = (key: SettingKey) => !isSet(key) && of(key).problems.length === 0;
  const given = (["nats_url", "postgres_url", "redis_url"] as const).find(isSet);
  if (given === undefined) return [];
  const missing = (["nats_url", "postgres_url"] as const).filter(isMissing);
  const together = missing.map(
    (key) =>
      `${given} is set (${of(given).origin.name}), but ${key} is not; set both for a cluster, or neither for one machine.`,
  );
  if (together.length > 0) return together;
  const threads = of("ingest_threads");
  const processes = of("process_count");
  return [
    ...(isMissing("token_key") ? [noTokenKey] : []),
    ...engineProblems((key) => of(key).value),
    ...(Number(threads.value) > 1
      ? [
          `ingest_threads is ${threads.value} (${threads.origin.name}), but an ingest process of a cluster has one listener thread. Set it to 1, and start one ingest process for each core instead.`,
        ]
      : []),
    ...(Number(processes.value) > 1
      ? [
          `process_count is ${processes.value} (${processes.origin.name}), but a cluster has as many processors as process roles are started. Leave it out, and start more of them instead.`,
        ]
      : []),
  ];
}

const noTokenKey =
  "A cluster requires WEIR_TOKEN_KEY, the same for all of its nodes. Create one with: openssl rand -base64 32";

/** A certificate is useless without its key, and the key without the certificate. */
const pairs = [
  ["tls_cert", "tls_key", "set both for HTTPS, or neither"],
  ["nats_cert", "nats_key", "set both, or neither"],
  ["redis_cert", "redis_key", "set both, or neither"],
] as const;

/** Half of a pair is a problem, unless the other half was given and has a problem of its own. */
function tlsPairProblems(effective: readonly (Effective & { readonly key: SettingKey })[]): string[] {
  return pairs.flatMap(([cert, privateKey, advice]) => {
    const pair = effective.filter(({ key }) => key === cert || key === privateKey);
    const set = pair.find(({ value }) => value !== null);
    const missing = pair.find(({ value, problems }) => value === null && problems.length === 0);
    if (set === undefined || missing === undefined) return [];
    return [`${set.key} is set (${set.origin.name}), but ${missing.key} is not; ${advice}.`];
  });
}
