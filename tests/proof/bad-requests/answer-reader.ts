import { apiErrors } from "@weir/protocol/errors";

/** Statuses that a bad request may have, with the codes of the errors. 500 and 503 are never an answer to what was sent. */
const codes = new Map<number, Set<string | null>>();
const { serverError: _, unavailable: __, accountLimit: ___, ...possible } = apiErrors;
for (const { status, code } of Object.values(possible)) {
  codes.set(status, (codes.get(status) ?? new Set()).add(code));
}
/** Some of the generated requests are right after all. */
const successes = new Set([201, 202, 204]);
const headEnd = Buffer.from("\r\n\r\n");

/** Reads the answers on one connection and checks each. */
export class AnswerReader {
  readonly problems: string[] = [];
  /** How many were read. */
  count = 0;
  /** Whether an answer said that the connection ends with it. */
  isLast = false;
  readonly #isHead: (nth: number) => boolean;
  #received: Buffer = Buffer.alloc(0);

  /** `isHead`: whether the request with this number, from 0, gets an answer without its body. */
  constructor(isHead: (nth: number) => boolean) {
    this.#isHead = isHead;
  }

  get unreadBytes(): number {
    return this.#received.length;
  }

  receive(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    let start = 0;
    for (let end = this.#read(start); end !== null; end = this.#read(start)) start = end;
    this.#received = Buffer.from(this.#received.subarray(start));
  }

  /** Reads the answer that begins here, and returns where it ends; null if some of it is missing. */
  #read(start: number): number | null {
    const found = this.#received.indexOf(headEnd, start);
    if (found < 0) return null;
    const bodyStart = found + headEnd.length;
    const head = this.#received.toString("latin1", start, found);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? Number.NaN);
    // An interim answer has no body, and the final one follows.
    if (status === 100) return bodyStart;
    const hasBody = status !== 204 && !this.#isHead(this.count);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    const bodyEnd = bodyStart + (hasBody ? Number(length ?? 0) : 0);
    if (this.#received.length < bodyEnd) return null;
    this.count++;
    if (/\r\nconnection: close/i.test(head)) this.isLast = true;
    this.#check(status, head, hasBody ? this.#received.toString("utf8", bodyStart, bodyEnd) : null);
    return bodyEnd;
  }

  #check(status: number, head: string, body: string | null): void {
    const problem = problemOf(status, head, body);
    if (problem !== null)
      this.problems.push(`${problem}: ${head.slice(0, 200)} ${(body ?? "").slice(0, 200)}`);
  }
}

function problemOf(status: number, head: string, body: string | null): string | null {
  if (successes.has(status)) return null;
  const expected = codes.get(status);
  if (expected === undefined) return `status ${status} is not one of the contract`;
  if (!/\r\nx-request-id: \S/i.test(head)) return "no request id";
  if (body === null) return null;
  try {
    const { message, error = null } = JSON.parse(body) as { message?: unknown; error?: string | null };
    if (typeof message !== "string" || message === "") return "no message";
    return expected.has(error) ? null : `error "${error}" is not one of status ${status}`;
  } catch {
    return "the body is not JSON";
  }
}
