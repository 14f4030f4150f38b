import { resolve } from "node:path";
import { type Failure, fail, type Result, succeed } from "@weir/protocol/result";
import { type Network, parseAddress, parseNetwork } from "../platform/address.ts";

/**
 * The kinds of value a setting can have. Text (from the environment or the command line) is first turned into what the
 * file would have held, by `fromText`; then `parse` judges both alike, so a range is checked in one place.
 */
export interface Kind<Value> {
  /** Completes "it must be …". */
  readonly expected: string;
  /** Stands for the value in the usage text; null for a flag that takes no value. */
  readonly placeholder: string | null;
  fromText(text: string): unknown;
  /** `folder` is what a relative path starts from. */
  parse(value: unknown, folder: string): Parsed<Value>;
  /** The value as people would write it. */
  format(value: Value): string;
  /** The value as JSON can hold it. */
  toJson(value: Value): unknown;
}

/** The error completes "the setting …" with what was wrong with the value. */
type Parsed<Value> = Result<Value, string>;

/** What most kinds have in common: the value is read, printed and exported as it is. */
const asWritten = {
  fromText: (text: string): unknown => text,
  format: String,
  toJson: (value: unknown): unknown => value,
};

export function wholeNumber(min: number, max: number): Kind<number> {
  return {
    ...asWritten,
    expected: `a whole number from ${min} to ${max}`,
    placeholder: "number",
    fromText: (text) => (/^(0|[1-9]\d*)$/.test(text) ? Number(text) : text),
    parse: (value) => (isWithin(value, min, max) && Number.isInteger(value) ? succeed(value) : wrong(value)),
  };
}

/** A number, or left to Weir, which then decides by the machine that it runs on. */
export function wholeNumberOrAuto(min: number, max: number): Kind<number | "auto"> {
  const number = wholeNumber(min, max);
  return {
    ...number,
    expected: `${number.expected}, or auto`,
    parse: (value, folder) => (value === "auto" ? succeed(value) : number.parse(value, folder)),
    format: String,
  };
}

export function seconds(min: number, max: number): Kind<number> {
  return {
    ...asWritten,
    expected: `seconds from ${min} to ${max}, fractions allowed`,
    placeholder: "seconds",
    fromText: (text) => (/^(0|[1-9]\d*)(\.\d+)?$/.test(text) ? Number(text) : text),
    parse: (value) => (isWithin(value, min, max) ? succeed(value) : wrong(value)),
  };
}

const byteUnits = { KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 } as const;
type ByteUnit = keyof typeof byteUnits;

export function byteSize(min: number, max: number): Kind<number> {
  return {
    ...asWritten,
    expected: `a size from ${formatBytes(min)} to ${formatBytes(max)}, in bytes or written like 64KiB, 2MiB or 1GiB`,
    placeholder: "size",
    parse(value) {
      const bytes = typeof value === "string" ? parseBytes(value) : value;
      return isWithin(bytes, min, max) && Number.isInteger(bytes) ? succeed(bytes) : wrong(value);
    },
    format: formatBytes,
  };
}

export function oneOf<const Name extends string>(names: readonly Name[]): Kind<Name> {
  const isName = (value: unknown): value is Name => names.some((name) => name === value);
  return {
    ...asWritten,
    expected: listed(names, "or"),
    placeholder: "name",
    parse: (value) => (isName(value) ? succeed(value) : wrong(value)),
  };
}

/** On by default, so the flag that goes with it (`--no-…`) switches it off. */
export const onOff: Kind<boolean> = {
  ...asWritten,
  expected: "true or false",
  placeholder: null,
  fromText: (text) => (text === "true" ? true : text === "false" ? false : text),
  parse: (value) => (typeof value === "boolean" ? succeed(value) : wrong(value)),
};

/** A path, made absolute. Control characters are refused because no one means them and they would garble a terminal. */
export function path(placeholder: "dir" | "file"): Kind<string> {
  return {
    ...asWritten,
    expected: placeholder === "dir" ? "the path of a folder" : "the path of a file",
    placeholder,
    parse(value, folder) {
      const isPath = typeof value === "string" && value !== "" && !/\p{Cc}/u.test(value);
      return isPath ? succeed(resolve(folder, value)) : wrong(value);
    },
  };
}

const hostNamePattern =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

export const host: Kind<string> = {
  ...asWritten,
  expected: "an IP address or a host name, without port or brackets",
  placeholder: "address",
  parse(value) {
    if (typeof value !== "string") return wrong(value);
    // A name that ends in digits is a misspelt IPv4 address (RFC 1123 rules such names out).
    const isName = hostNamePattern.test(value) && !/(^|\.)\d+$/.test(value);
    return isName || (!/\p{Cc}/u.test(value) && parseAddress(value) !== null) ? succeed(value) : wrong(value);
  },
};

export const mailServerUrl: Kind<string> = {
  ...asWritten,
  expected: "a URL like smtp://user:password@host:587, or smtps:// for TLS from the start",
  placeholder: "url",
  parse(value) {
    const url = typeof value === "string" ? URL.parse(value) : null;
    const isMailServer = url !== null && ["smtp:", "smtps:"].includes(url.protocol) && url.hostname !== "";
    return isMailServer ? succeed(value as string) : wrong(value);
  },
};

/** The address of one server or, with commas in between, of several. What it points to is checked when it is used. */
export function engineUrl(isAddress: (address: string) => boolean, example: string): Kind<string> {
  return {
    ...asWritten,
    expected: `a URL like ${example}`,
    placeholder: "url",
    parse: (value) => (typeof value === "string" && isAddress(value) ? succeed(value) : wrong(value)),
  };
}

export const oneWord: Kind<string> = {
  ...asWritten,
  expected: "1 to 32 lower-case letters, digits and dashes, beginning with a letter",
  placeholder: "name",
  parse: (value) =>
    typeof value === "string" && /^[a-z][a-z0-9-]{0,31}$/.test(value) ? succeed(value) : wrong(value),
};

export const webUrl: Kind<string> = {
  ...asWritten,
  expected: "a URL like https://weir.example.org, without a path",
  placeholder: "url",
  parse(value) {
    const url = typeof value === "string" ? URL.parse(value) : null;
    const isPlain = url !== null && ["http:", "https:"].includes(url.protocol) && url.pathname === "/";
    return isPlain ? succeed(url.origin) : wrong(value);
  },
};

export const secretText: Kind<string> = {
  ...asWritten,
  expected: "text of up to 200 characters",
  placeholder: "text",
  parse: (value) =>
    typeof value === "string" && value !== "" && value.length <= 200 ? succeed(value) : wrong(value),
};

export const accessToken: Kind<string> = {
  ...asWritten,
  expected: "16 to 200 letters, digits and -._~+/=",
  placeholder: "token",
  parse: (value) =>
    typeof value === "string" && /^[A-Za-z0-9._~+/=-]{16,200}$/.test(value) ? succeed(value) : wrong(value),
};

export const mailSender: Kind<string> = {
  ...asWritten,
  expected: "an email address, with or without a name, like Weir <weir@example.org>",
  placeholder: "address",
  parse(value) {
    const isSender = typeof value === "string" && /^([^<>\p{Cc}]*<)?[^\s<>@]+@[^\s<>@]+>?$/u.test(value);
    return isSender ? succeed(value) : wrong(value);
  },
};

export const networks: Kind<readonly Network[]> = {
  ...asWritten,
  expected:
    "IP addresses or networks like 10.0.0.0/8 or fd00::/8, with no bits set behind the prefix, " +
    "separated by commas (in the file, a list of strings)",
  placeholder: "list",
  fromText: (text) => (text.trim() === "" ? [] : text.split(",").map((entry) => entry.trim())),
  parse(value) {
    if (!Array.isArray(value)) return wrong(value);
    const parsed = value.map((entry) => (typeof entry === "string" ? parseNetwork(entry) : null));
    const bad = value.filter((_, index) => parsed[index] === null);
    if (bad.length > 0) return fail(`holds ${listed(bad.map(shown), "and")}`);
    return succeed(parsed.filter((network) => network !== null));
  },
  format: (value) => value.map((network) => network.text).join(", "),
  toJson: (value) => value.map((network) => network.text),
};

export const key32Bytes: Kind<Uint8Array> = {
  ...asWritten,
  expected: "32 bytes as base64 (what `openssl rand -base64 32` prints) or as 64 hex characters",
  placeholder: "key",
  parse(value) {
    if (typeof value !== "string") return wrong(value);
    if (/^[0-9a-f]{64}$/i.test(value)) return succeed(new Uint8Array(Buffer.from(value, "hex")));
    if (/^[A-Za-z0-9+/]{43}=?$/.test(value)) return succeed(new Uint8Array(Buffer.from(value, "base64")));
    return wrong(value);
  },
};

/** A value as it appears in a problem: on one line, with nothing that a terminal would act on, and not too long. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (isTable(value)) return "a table";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  const printable = text.replace(/\p{Cc}/gu, "\uFFFD");
  return printable.length > shownCharsMax ? `${printable.slice(0, shownCharsMax)}…` : printable;
}

const shownCharsMax = 100;

/** Dates and times of TOML are objects too, but of a class of their own. */
function isTable(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function wrong(value: unknown): Failure<string> {
  return fail(`is ${shown(value)}`);
}

function isWithin(value: unknown, min: number, max: number): value is number {
  return typeof value === "number" && value >= min && value <= max;
}

function parseBytes(text: string): number {
  const match = /^(0|[1-9]\d*)(KiB|MiB|GiB)?$/.exec(text);
  if (match === null) return Number.NaN;
  return Number(match[1]) * (match[2] === undefined ? 1 : byteUnits[match[2] as ByteUnit]);
}

function formatBytes(bytes: number): string {
  for (const unit of ["GiB", "MiB", "KiB"] as const) {
    if (bytes > 0 && bytes % byteUnits[unit] === 0) return `${bytes / byteUnits[unit]}${unit}`;
  }
  return String(bytes);
}

/** `a`, `a or b`, `a, b or c`. */
export function listed(words: readonly string[], conjunction: "and" | "or"): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} ${conjunction} ${last}`;
}
