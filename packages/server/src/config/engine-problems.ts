import { isLoopback } from "../platform/address.ts";
import { parseNatsAddress } from "../platform/nats/nats-address.ts";
import { parsePostgresAddress } from "../platform/postgres/postgres-address.ts";
import type { SettingKey } from "./settings.ts";

type EngineUrl = "nats_url" | "postgres_url" | "redis_url";
type ValueOf = (key: SettingKey) => unknown;

/** What an address says about the way to an engine. */
interface EngineWay {
  readonly hosts: readonly string[];
  /** Encrypted, and only to a server with the right certificate. */
  readonly isEncrypted: boolean;
  readonly hasPassword: boolean;
}

interface EngineRules {
  readonly wayOf: (url: string, value: ValueOf) => EngineWay;
  /** The settings that need an encrypted way. */
  readonly files: readonly SettingKey[];
  readonly toEncrypt: string;
  readonly toSignIn: string;
}

const engines: Readonly<Record<EngineUrl, EngineRules>> = {
  nats_url: {
    wayOf(url, value) {
      const { hosts, usesTls, credentials } = parseNatsAddress(url);
      const hasPassword = Object.keys(credentials).length > 0 || value("nats_cert") !== null;
      return { hosts, isEncrypted: usesTls, hasPassword };
    },
    files: ["nats_ca", "nats_cert", "nats_key"],
    toEncrypt: "begin it with tls://",
    toSignIn: "add a user and a password, or set nats_cert",
  },
  postgres_url: {
    wayOf(url) {
      const { hosts, isVerified, files, hasPassword } = parsePostgresAddress(url);
      return { hosts, isEncrypted: isVerified, hasPassword: hasPassword || files.cert !== null };
    },
    files: [],
    toEncrypt: "add sslmode=verify-full",
    toSignIn: "add a password, or sslcert and sslkey",
  },
  redis_url: {
    wayOf(url, value) {
      const { hostname, protocol, password } = new URL(url.trim());
      const hasPassword = password !== "" || value("redis_cert") !== null;
      return { hosts: [hostname || "localhost"], isEncrypted: protocol === "rediss:", hasPassword };
    },
    files: ["redis_ca", "redis_cert", "redis_key"],
    toEncrypt: "begin it with rediss://",
    toSignIn: "add a password, or set redis_cert",
  },
};

/**
 * Engines hold everything that Weir knows, so those on other hosts need verified TLS and a password. On
 * this host nobody is in between.
 */
export function engineProblems(value: ValueOf): string[] {
  return Object.entries(engines).flatMap(([key, rules]) => {
    const url = value(key as EngineUrl);
    return typeof url === "string" ? problemsOf(key, rules, rules.wayOf(url, value), value) : [];
  });
}

function problemsOf(key: string, rules: EngineRules, way: EngineWay, value: ValueOf): string[] {
  const unused = rules.files.find((file) => value(file) !== null);
  if (unused !== undefined && !way.isEncrypted)
    return [`${unused} is set, but ${key} does not use TLS; ${rules.toEncrypt}.`];
  const others = way.hosts.filter((host) => !isOnThisHost(host));
  const lacks = [
    ...(way.isEncrypted ? [] : [["verified TLS", rules.toEncrypt]]),
    ...(way.hasPassword ? [] : [["a password", rules.toSignIn]]),
  ];
  if (others.length === 0 || lacks.length === 0 || value("plain_engines") === "allow") return [];
  const [missing, advice] = [0, 1].map((part) => lacks.map((lack) => lack[part]));
  return [
    `${key} leads to another host (${others.join(", ")}) without ${missing!.join(" and without ")}; ${advice!.join(", and ")}. ` +
      `If nobody else is on that network, set plain_engines = "allow" instead.`,
  ];
}

/** A path is the folder of a local socket. */
function isOnThisHost(host: string): boolean {
  return host.startsWith("/") || isLoopback(host.replace(/^\[|\]$/g, ""));
}
