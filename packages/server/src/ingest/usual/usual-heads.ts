import { apiPrefix } from "@weir/protocol/contracts";
import type { RequestHead } from "../http/request-head.ts";
import { bodyForm } from "../parse/body-form.ts";

const lineStart = Buffer.from(`POST ${apiPrefix}/devices/`);
const sensorsMarker = Buffer.from("/sensors/");
const lineEnd = Buffer.from("/readings HTTP/1.1\r\n");
const uuidBytes = 36;
const slash = 0x2f;
const zero = 0x30;

const sensorBytesMax = 64;
/** Header fields of more bytes than this are not remembered, nor more shapes of them than this at a time. */
const fieldsBytesMax = 1024;
const shapesMax = 16;
/** So many heads of other shapes have to come before those that are remembered make room. */
const strangersMax = 10_000;

/** 1 for each byte that means itself, both in a path and in a JSON string. */
const plainBytes = new Uint8Array(256);
for (const character of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")
  plainBytes[character.charCodeAt(0)] = 1;

/** The header fields of a request and the empty line behind them, and where in them two requests of one shape may differ. */
interface Shape {
  readonly fields: Uint8Array;
  readonly tokenStart: number;
  readonly tokenEnd: number;
  readonly lengthStart: number;
  readonly lengthEnd: number;
}

/**
 * Recognises the heads of usual requests from their bytes, so that no text is made of them: `POST` of a single reading,
 * with header fields that are those of a request before but for the token and the length of the body. All devices of a
 * fleet have such heads in common, however many they are. What it found stands in the fields until the next `read`.
 *
 * It takes no head for something else than the general way does (head-receiver.ts, body-form.ts): a shape is learned from
 * a head that was parsed there, and its token is only of use where it is exactly one that the server gave out.
 */
export class UsualHeads {
  sensorStart = 0;
  sensorEnd = 0;
  tokenStart = 0;
  tokenEnd = 0;
  bodyStart = 0;
  bodyEnd = 0;
  #uuidStart = 0;
  #shapes: Shape[] = [];
  #strangers = 0;

  /** Whether there is a whole usual request at `start`. */
  read(bytes: Buffer, start: number): boolean {
    const fieldsStart = this.#readLine(bytes, start);
    if (fieldsStart < 0) return false;
    const shapes = this.#shapes;
    for (let nth = 0; nth < shapes.length; nth++) {
      const shape = shapes[nth]!;
      if (!matches(shape, bytes, fieldsStart)) continue;
      // Neighbouring requests mostly share their shape.
      if (nth > 0) {
        shapes[nth] = shapes[0]!;
        shapes[0] = shape;
      }
      return this.#readFields(shape, bytes, fieldsStart);
    }
    return false;
  }

  deviceUuid(bytes: Buffer): string {
    return bytes.toString("latin1", this.#uuidStart, this.#uuidStart + uuidBytes);
  }

  /** `text` is the whole head, of which `head` was made, without its empty line. */
  learn(text: string, head: RequestHead): void {
    const shape = shapeOf(text, head);
    if (shape === null || this.#shapes.some(({ fields }) => Buffer.compare(fields, shape.fields) === 0))
      return;
    if (this.#shapes.length === shapesMax) {
      if (++this.#strangers < strangersMax) return;
      this.#shapes = [];
      this.#strangers = 0;
    }
    this.#shapes.push(shape);
  }

  /** Where the line ends; negative where it is another. */
  #readLine(bytes: Buffer, start: number): number {
    if (!hasAt(bytes, start, lineStart)) return -1;
    this.#uuidStart = start + lineStart.length;
    const markerStart = this.#uuidStart + uuidBytes;
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

  #readFields(shape: Shape, bytes: Buffer, start: number): boolean {
    let bodyBytes = 0;
    for (let at = start + shape.lengthStart; at < start + shape.lengthEnd; at++) {
      const digit = bytes[at]! - zero;
      if (digit < 0 || digit > 9) return false;
      bodyBytes = bodyBytes * 10 + digit;
    }
    this.tokenStart = start + shape.tokenStart;
    this.tokenEnd = start + shape.tokenEnd;
    this.bodyStart = start + shape.fields.length;
    this.bodyEnd = this.bodyStart + bodyBytes;
    return bodyBytes > 0 && this.bodyEnd <= bytes.length;
  }
}

function matches(shape: Shape, bytes: Buffer, start: number): boolean {
  const { fields, tokenStart, tokenEnd, lengthStart, lengthEnd } = shape;
  if (start + fields.length > bytes.length) return false;
  const isTokenFirst = tokenStart < lengthStart;
  const firstStart = isTokenFirst ? tokenStart : lengthStart;
  const firstEnd = isTokenFirst ? tokenEnd : lengthEnd;
  const secondStart = isTokenFirst ? lengthStart : tokenStart;
  const secondEnd = isTokenFirst ? lengthEnd : tokenEnd;
  return (
    isSame(fields, bytes, start, 0, firstStart) &&
    isSame(fields, bytes, start, firstEnd, secondStart) &&
    isSame(fields, bytes, start, secondEnd, fields.length)
  );
}

function isSame(fields: Uint8Array, bytes: Buffer, start: number, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[start + at] !== fields[at]) return false;
  return true;
}

function hasAt(bytes: Buffer, start: number, text: Uint8Array): boolean {
  for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text[at]) return false;
  return true;
}

/** Null for a head in which more than the token and the length tells what becomes of the request. */
function shapeOf(text: string, head: RequestHead): Shape | null {
  const { headers, body } = head;
  if (head.route?.endpoint !== "single" || head.method !== "POST") return null;
  if (head.version !== "HTTP/1.1" || !head.keepAlive || head.expectsContinue || body.kind !== "length")
    return null;
  const decides = ["prefer", "date", "x-forwarded-for"];
  if (decides.some((name) => headers.get(name) !== null)) return null;
  const form = bodyForm(headers, body, Number.POSITIVE_INFINITY);
  if (!form.ok || form.inflate !== null) return null;
  const fields = text.slice(text.indexOf("\r\n") + 2);
  if (fields.length > fieldsBytesMax) return null;
  const token = tokenOf(headers.get("authorization"));
  const length = headers.get("content-length")!;
  const tokenStart = placeOf(fields, "authorization", token);
  const lengthStart = placeOf(fields, "content-length", length);
  if (tokenStart === null || lengthStart === null) return null;
  return {
    fields: Buffer.from(`${fields}\r\n\r\n`, "latin1"),
    ...{ tokenStart, tokenEnd: tokenStart + token.length },
    ...{ lengthStart, lengthEnd: lengthStart + length.length },
  };
}

/** "" where it is another scheme. */
function tokenOf(authorization: string | null): string {
  const scheme = "bearer ";
  const isBearer = authorization?.slice(0, scheme.length).toLowerCase() === scheme;
  return isBearer ? authorization!.slice(scheme.length) : "";
}

/** Where the end of a field's value stands; null where it cannot be told. */
function placeOf(fields: string, name: string, valueEnd: string): number | null {
  let lineStart = 0;
  for (const line of fields.split("\r\n")) {
    if (line.slice(0, line.indexOf(":")).toLowerCase() === name) {
      return valueEnd !== "" && line.endsWith(valueEnd) ? lineStart + line.length - valueEnd.length : null;
    }
    lineStart += line.length + 2;
  }
  return null;
}
