import { apiPrefix } from "@weir/protocol/contracts";
import { uuidBytes } from "../authenticate/uuid-words.ts";
import type { RequestHead } from "../http/request-head.ts";
import { bodyForm } from "../parse/body-form.ts";

const lineStart = Buffer.from(`POST ${apiPrefix}/devices/`);
const sensorsMarker = Buffer.from("/sensors/");
const lineEnd = Buffer.from("/readings HTTP/1.1\r\n");
const slash = 0x2f;
const zero = 0x30;

/** Maximum length of a sensor's identifier. */
export const sensorBytesMax = 64;
/** Maximum bytes of header fields that are remembered, and maximum number of shapes. */
const fieldsBytesMax = 1024;
const shapesMax = 16;
/** This many heads of unknown shapes must come before the remembered ones make room. */
const strangersMax = 10_000;

/** 1 for each byte that stands for itself, both in a path and in a JSON string. */
const plainBytes = new Uint8Array(256);
for (const character of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")
  plainBytes[character.charCodeAt(0)] = 1;

/** Fields that proxies add, with another value in every request. Only the first one affects anything. */
const proxyFields = [
  "x-forwarded-for",
  "x-real-ip",
  "x-request-id",
  "x-amzn-trace-id",
  "traceparent",
] as const;
/** A longer value of such a field is read the general way. */
const proxyValueBytesMax = 256;

/**
 * A part in which two requests of one shape may differ. The token and the length of the body have as many bytes as in the
 * learned request.
 */
type Hole =
  | { readonly kind: "token" | "length"; readonly bytes: number }
  | { readonly kind: (typeof proxyFields)[number] };

/** The header fields of a request and the empty line after them: the text before each hole, and after the last. */
interface Shape {
  readonly holes: readonly Hole[];
  readonly between: readonly Uint8Array[];
}

/**
 * Recognises the heads of usual requests from their bytes, so that no text is created: a `POST` of a single reading, with
 * header fields equal to those of an earlier request except for the token, the length of the body and what proxies add. All
 * devices of a fleet share such heads, however many there are. The fields hold what was found until the next `read`.
 *
 * It never reads a head differently than the general way (head-receiver.ts, body-form.ts): a shape is learned from a head that
 * was parsed there, and its token only helps if it is exactly one that the server issued.
 */
export class UsualHeads {
  /** The UUID of the device, or whatever is in its place. */
  uuidStart = 0;
  sensorStart = 0;
  sensorEnd = 0;
  tokenStart = 0;
  tokenEnd = 0;
  /** The value of X-Forwarded-For; both are 0 if there is none. */
  forwardedStart = 0;
  forwardedEnd = 0;
  bodyStart = 0;
  bodyEnd = 0;
  #shapes: Shape[] = [];
  #strangers = 0;

  /** Returns whether there is a whole usual request at `start`. */
  read(bytes: Buffer, start: number): boolean {
    const fieldsStart = this.#readLine(bytes, start);
    if (fieldsStart < 0) return false;
    const shapes = this.#shapes;
    for (let nth = 0; nth < shapes.length; nth++) {
      const shape = shapes[nth]!;
      if (!this.#readFields(shape, bytes, fieldsStart)) continue;
      // Neighbouring requests mostly share their shape.
      if (nth > 0) {
        shapes[nth] = shapes[0]!;
        shapes[0] = shape;
      }
      return this.bodyEnd > this.bodyStart && this.bodyEnd <= bytes.length;
    }
    return false;
  }

  /** `text` is the whole head that `head` was parsed from, without its empty line. */
  learn(text: string, head: RequestHead): void {
    const shape = shapeOf(text, head);
    if (shape === null || this.#shapes.some((known) => isSame(known, shape))) return;
    if (this.#shapes.length === shapesMax) {
      if (++this.#strangers < strangersMax) return;
      this.#shapes = [];
      this.#strangers = 0;
    }
    this.#shapes.push(shape);
  }

  /** Returns where the line ends; negative if it does not match. */
  #readLine(bytes: Buffer, start: number): number {
    if (!hasAt(bytes, start, lineStart)) return -1;
    this.uuidStart = start + lineStart.length;
    const markerStart = this.uuidStart + uuidBytes;
    if (!hasAt(bytes, markerStart, sensorsMarker)) return -1;
    this.sensorStart = markerStart + sensorsMarker.length;
    let at = this.sensorStart;
    while (plainBytes[bytes[at]!] === 1) at++;
    this.sensorEnd = at;
    const length = at - this.sensorStart;
    if (length === 0 || length > sensorBytesMax || bytes[at] !== slash || !hasAt(bytes, at, lineEnd))
      return -1;
    return at + lineEnd.length;
  }

  #readFields({ holes, between }: Shape, bytes: Buffer, start: number): boolean {
    let at = start;
    let bodyBytes = 0;
    this.forwardedStart = 0;
    this.forwardedEnd = 0;
    for (let nth = 0; nth < holes.length; nth++) {
      if (!hasAt(bytes, at, between[nth]!)) return false;
      at += between[nth]!.length;
      const hole = holes[nth]!;
      const holeStart = at;
      if (hole.kind === "token") {
        at += hole.bytes;
        this.tokenStart = holeStart;
        this.tokenEnd = at;
      } else if (hole.kind === "length") {
        at += hole.bytes;
        bodyBytes = readLength(bytes, holeStart, at);
      } else {
        at = endOfValue(bytes, holeStart);
        if (hole.kind !== "x-forwarded-for") continue;
        this.forwardedStart = holeStart;
        this.forwardedEnd = at;
      }
    }
    const end = between[holes.length]!;
    this.bodyStart = at + end.length;
    this.bodyEnd = this.bodyStart + bodyBytes;
    return bodyBytes >= 0 && hasAt(bytes, at, end);
  }
}

/** Returns a negative number if it is not a length. */
function readLength(bytes: Buffer, start: number, end: number): number {
  let length = 0;
  for (let at = start; at < end; at++) {
    const digit = bytes[at]! - zero;
    if (digit < 0 || digit > 9) return -1;
    length = length * 10 + digit;
  }
  return length;
}

/** Returns where the first unprintable character is; if the value is too long, an offset where the line does not end. */
function endOfValue(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes[at]! >= 0x20 && bytes[at]! < 0x7f && at - start < proxyValueBytesMax) at++;
  return at;
}

function hasAt(bytes: Buffer, start: number, text: Uint8Array): boolean {
  for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text[at]) return false;
  return true;
}

function isSame(one: Shape, other: Shape): boolean {
  const [holes, otherHoles] = [one, other].map((shape) => JSON.stringify(shape.holes));
  return (
    holes === otherHoles && one.between.every((part, nth) => Buffer.compare(part, other.between[nth]!) === 0)
  );
}

/** Returns null for a head in which other fields affect the request. */
function shapeOf(text: string, head: RequestHead): Shape | null {
  const { headers, body } = head;
  if (head.route?.endpoint !== "single" || head.method !== "POST") return null;
  if (head.version !== "HTTP/1.1" || !head.keepAlive || head.expectsContinue || body.kind !== "length")
    return null;
  if (headers.get("prefer") !== null || headers.get("date") !== null) return null;
  const form = bodyForm(headers, body, Number.POSITIVE_INFINITY);
  if (!form.ok || form.inflate !== null) return null;
  const fields = text.slice(text.indexOf("\r\n") + 2);
  if (fields.length > fieldsBytesMax) return null;
  const token = tokenOf(headers.get("authorization"));
  const length = headers.get("content-length")!;
  const proxied = proxyFields.filter((name) => headers.get(name) !== null);
  const places = [
    placeOf(fields, "authorization", token, { kind: "token", bytes: token.length }),
    placeOf(fields, "content-length", length, { kind: "length", bytes: length.length }),
    ...proxied.map((name) => placeOf(fields, name, headers.get(name)!, { kind: name })),
  ];
  return places.every((place) => place !== null) ? shapeAround(`${fields}\r\n\r\n`, places) : null;
}

/** A hole and its place in the fields. */
interface Place {
  readonly hole: Hole;
  readonly start: number;
  readonly end: number;
}

function shapeAround(fields: string, places: readonly Place[]): Shape {
  const inOrder = places.toSorted((one, other) => one.start - other.start);
  const starts = [0, ...inOrder.map(({ end }) => end)];
  const ends = [...inOrder.map(({ start }) => start), fields.length];
  return {
    holes: inOrder.map(({ hole }) => hole),
    between: starts.map((start, nth) => Buffer.from(fields.slice(start, ends[nth]), "latin1")),
  };
}

/** Returns "" for another scheme. */
function tokenOf(authorization: string | null): string {
  const scheme = "bearer ";
  const isBearer = authorization?.slice(0, scheme.length).toLowerCase() === scheme;
  return isBearer ? authorization!.slice(scheme.length) : "";
}

/** Returns the place of a field's value; null if it is unclear, for example if the field is repeated. */
function placeOf(fields: string, name: string, valueEnd: string, hole: Hole): Place | null {
  let lineStart = 0;
  for (const line of fields.split("\r\n")) {
    const end = lineStart + line.length;
    if (line.slice(0, line.indexOf(":")).toLowerCase() === name) {
      return valueEnd !== "" && line.endsWith(valueEnd) ? { hole, start: end - valueEnd.length, end } : null;
    }
    lineStart = end + 2;
  }
  return null;
}
