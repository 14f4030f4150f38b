import { gzipSync } from "node:zlib";
import type { SeededRandom } from "../../harness/seeded-random.ts";
import { badBody } from "./bad-body.ts";
import { mutated } from "./mutated.ts";

/** What a bad request is aimed at. */
export interface Target {
  readonly uuid: string;
  readonly token: string;
  readonly slug: string;
}

export interface BadRequest {
  readonly bytes: Buffer;
  readonly isHead: boolean;
  /** Whether a server must see where it ends, so that another one can follow on the same connection. */
  readonly isFramed: boolean;
}

const otherMethods = ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "get", "POSTS"];
const segments = [
  "..",
  ".",
  "",
  "%2e%2e",
  "%00",
  "%",
  "%zz",
  "devices",
  "sensors",
  "readings",
  "bulk",
  "x".repeat(300),
  "Ünï",
];
const otherTypes = [
  "text/plain",
  "application/json; charset=latin1",
  "application/json; charset=utf-8",
  "*/*",
  "",
  'a/b;c="',
];
const encodings = ["gzip", "deflate", "br", "zstd", "identity", "gzip, gzip", "x"];
const otherTokens = [
  "",
  "Bearer",
  "Bearer ",
  "Bearer wdt_x",
  "Basic eDp5",
  "bearer  ",
  `Bearer ${"9".repeat(500)}`,
];
const preferences = [
  "handling=lenient",
  "handling=strict",
  'handling="',
  "respond-async",
  "handling;;=,",
  ",,",
];
const dates = [
  "Mon, 15 Jun 2026 11:00:00 GMT",
  "Fri, 31 Dec 9999 23:59:59 GMT",
  "yesterday",
  "Thu, 01 Jan 1970 00:00:00 GMT",
];
/** Each makes the message malformed or its length unclear. */
const breakingLines = [
  "Content-Length: 5, 6",
  "Content-Length: -1",
  "Content-Length: 1e3",
  "Transfer-Encoding: gzip, chunked",
  "Transfer-Encoding: chunked, chunked",
  "Expect: tea",
  "no colon",
  " folded",
  "Bad Name: 1",
  "X:\x00",
  `X: ${"y".repeat(17_000)}`,
  "Host: other",
  "Upgrade: h2c",
];

export function badRequest(random: SeededRandom, target: Target): BadRequest {
  const method = random.chance(0.04) ? random.pick(otherMethods) : "POST";
  const body = badBody(random);
  const isZipped = random.chance(0.05);
  const sent = isZipped ? gzipSync(body) : body;
  const isChunked = random.chance(0.1);
  const lines = [
    `${method} ${path(random, target)} HTTP/1.1`,
    "Host: weir",
    ...headers(random, target, isZipped),
    isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${sent.length}`,
  ];
  const isFramed = method === "HEAD" || !random.chance(0.04);
  if (!isFramed && random.chance(0.5))
    lines.splice(random.between(0, lines.length), 0, random.pick(breakingLines));
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  const whole = Buffer.concat([head, ...(isChunked ? chunksOf(sent, random.between(1, 40)) : [sent])]);
  const bytes = isFramed ? whole : mutated(whole, random);
  return { bytes, isHead: method === "HEAD", isFramed };
}

function path(random: SeededRandom, { uuid, slug }: Target): string {
  const device = random.chance(0.03) ? random.pick(segments) : uuid;
  const sensor = random.chance(0.05) ? random.pick(segments) : slug;
  const usual = [
    `/api/v1/devices/${device}/readings`,
    `/api/v1/devices/${device}/sensors/${sensor}/readings`,
    `/api/v1/devices/${device}/sensors/${sensor}/readings/bulk`,
  ];
  if (!random.chance(0.05)) return random.pick(usual);
  const some = Array.from({ length: random.between(0, 7) }, () => random.pick(segments));
  // Spaces would end the target. Other bytes may be in it.
  return `/api/v1/${some.join("/")}`;
}

function headers(random: SeededRandom, { token }: Target, isZipped: boolean): string[] {
  const lines = [
    `Authorization: ${random.chance(0.03) ? random.pick(otherTokens) : `Bearer ${token}`}`,
    `Content-Type: ${random.chance(0.04) ? random.pick(otherTypes) : "application/json"}`,
    "Accept: application/json",
  ];
  if (isZipped) lines.push("Content-Encoding: gzip");
  else if (random.chance(0.02)) lines.push(`Content-Encoding: ${random.pick(encodings)}`);
  if (random.chance(0.3)) lines.push(`Prefer: ${random.pick(preferences)}`);
  if (random.chance(0.1)) lines.push(`Date: ${random.pick(dates)}`);
  if (random.chance(0.02)) lines.splice(random.between(0, lines.length - 1), 1);
  return lines;
}

function chunksOf(body: Buffer, chunkBytes: number): Buffer[] {
  const parts: Buffer[] = [];
  for (let start = 0; start < body.length; start += chunkBytes) {
    const chunk = body.subarray(start, start + chunkBytes);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n"));
  }
  return [...parts, Buffer.from("0\r\n\r\n")];
}
