import type { Socket } from "bun";
import { type Answer, protocolFault, renderAnswer } from "./answer.ts";
import { BodyReceiver } from "./body-receiver.ts";
import type { BodyTaker, Exchange } from "./exchange.ts";
import { parseHead, type RequestHead } from "./request-head.ts";

const headBytesMax = 16 * 1024;
/** What a client may send ahead while it waits for an answer, before it is held back. */
const readAheadBytesMax = 64 * 1024;
/** How much of a refused body is read and thrown away before the connection is closed instead. */
const discardedBytesMax = 64 * 1024 * 1024;
const continueText = "HTTP/1.1 100 Continue\r\n\r\n";

type State =
  /** Between requests, or within a head. */
  | "head"
  /** Receiving a body that somebody wants. */
  | "body"
  /** Receiving the rest of a body that was refused; its answer is already sent. */
  | "discard"
  /** A request is being answered; what comes meanwhile waits. */
  | "answering"
  /** The last answer is on its way out. */
  | "closing";

/**
 * One HTTP/1.1 connection: turns bytes into requests, one after another, and answers into bytes. A request is answered
 * before the next is begun, so answers keep their order. Devices repeat their head to the letter, so the last one is
 * remembered and not parsed again.
 */
export class Connection {
  readonly #socket: Socket<Connection>;
  readonly #exchange: Exchange;
  readonly #peerAddress: string;
  #state: State = "head";
  #waiting: Buffer | null = null;
  #isHeldBack = false;
  #unsent: Buffer | null = null;
  #headText = "";
  #head: RequestHead | null = null;
  #receiver: BodyReceiver | null = null;
  #taker: BodyTaker | null = null;
  #discardedBytes = 0;
  #isDraining = false;
  /** When the request that is being received began; 0 between requests. */
  #begunMs = 0;
  #lastHeardMs = performance.now();

  constructor(socket: Socket<Connection>, exchange: Exchange) {
    this.#socket = socket;
    this.#exchange = exchange;
    this.#peerAddress = socket.remoteAddress;
  }

  get isIdle(): boolean {
    return this.#state === "head" && this.#waiting === null && this.#unsent === null;
  }

  abort(): void {
    this.#socket.terminate();
  }

  /** No further request will be taken. An idle connection is closed at once, any other after its answer. */
  drain(): void {
    this.#isDraining = true;
    if (this.isIdle) this.#socket.end();
  }

  /** Closes what has been silent, or has been sending one request, for too long. */
  closeIfStale(nowMs: number, idleMs: number, requestMs: number): void {
    if (this.#state === "answering") return;
    const isSilent = nowMs - this.#lastHeardMs > idleMs;
    const isEndless = this.#begunMs !== 0 && nowMs - this.#begunMs > requestMs;
    if (!isSilent && !isEndless) return;
    if (this.#begunMs !== 0 && this.#state !== "closing") this.#fail(408);
    else this.#socket.end();
  }

  received(piece: Buffer): void {
    this.#lastHeardMs = performance.now();
    if (this.#state === "closing") return;
    const bytes = this.#waiting === null ? piece : Buffer.concat([this.#waiting, piece]);
    this.#waiting = null;
    this.#process(bytes);
  }

  /** The socket has room again. */
  drained(): void {
    const unsent = this.#unsent;
    if (unsent === null) return;
    this.#unsent = null;
    this.#write(unsent);
    if (this.#unsent !== null) return;
    if (this.#state === "closing") this.#socket.end();
    else this.#resume();
  }

  #process(bytes: Buffer): void {
    let start = 0;
    while (start < bytes.length) {
      if (this.#state === "closing") return;
      if (this.#state === "answering" || this.#unsent !== null) {
        this.#keep(bytes, start);
        return;
      }
      const next = this.#state === "head" ? this.#takeHead(bytes, start) : this.#takeBody(bytes, start);
      if (next === null) return;
      start = next;
    }
  }

  /** Where the head ends, or null when it has to wait for more or was refused for good. */
  #takeHead(bytes: Buffer, start: number): number | null {
    if (this.#begunMs === 0) this.#begunMs = this.#lastHeardMs;
    const end = bytes.indexOf("\r\n\r\n", start, "latin1");
    if (end < 0 ? bytes.length - start > headBytesMax : end - start > headBytesMax) return this.#fail(431);
    if (end < 0) return this.#keep(bytes, start);
    const text = bytes.toString("latin1", start, end);
    if (text !== this.#headText || this.#head === null) {
      const parsed = parseHead(text);
      if (!parsed.ok) return this.#fail(parsed.status);
      this.#headText = text;
      this.#head = parsed.head;
    }
    this.#begin(this.#head, end + 4 < bytes.length);
    return end + 4;
  }

  #begin(head: RequestHead, hasMore: boolean): void {
    const { body } = head;
    const begun = this.#exchange.begin(head, this.#peerAddress);
    this.#receiver = null;
    if ("take" in begun) {
      if (body.kind === "none") {
        this.#await(begun.take(noBody));
        return;
      }
      this.#taker = begun;
      this.#receiver = new BodyReceiver(body, begun.bytesMax);
      this.#state = "body";
      if (this.#receiver.isTooLarge) this.#refuseBody();
      else if (head.expectsContinue && !hasMore) this.#write(continueText);
      return;
    }
    if (body.kind !== "none") this.#receiver = new BodyReceiver(body, 0);
    if (begun instanceof Promise) this.#await(begun);
    else this.#answer(begun);
  }

  /** Where the body ends, or null when it has to wait for more or was refused for good. */
  #takeBody(bytes: Buffer, start: number): number | null {
    const receiver = this.#receiver!;
    const received = receiver.push(bytes, start);
    if (received === "malformed") return this.#fail(400);
    if (this.#state === "discard") {
      this.#discardedBytes += receiver.consumed - start;
      if (this.#discardedBytes > discardedBytesMax) return this.#close();
      if (received === "done") this.#endRequest();
    } else if (receiver.isTooLarge) {
      if (received === "done") this.#receiver = null;
      this.#refuseBody();
    } else if (received === "done") {
      this.#receiver = null;
      this.#await(this.#taker!.take(receiver.body));
    }
    return receiver.consumed;
  }

  #refuseBody(): void {
    this.#await(this.#taker!.take(null));
  }

  #await(answer: Promise<Answer>): void {
    this.#state = "answering";
    void answer.then((done) => {
      this.#answer(done);
      if (this.#unsent === null) this.#resume();
    });
  }

  /** Sends the answer; what is left of a body that nobody wanted is then read and thrown away. */
  #answer(answer: Answer): void {
    const head = this.#head!;
    const isLast = this.#isDraining || !head.keepAlive || (this.#receiver !== null && head.expectsContinue);
    this.#state = isLast ? "closing" : this.#receiver === null ? "head" : "discard";
    this.#discardedBytes = 0;
    if (this.#state === "head") this.#endRequest();
    this.#write(renderAnswer(answer, { withoutBody: head.method === "HEAD", isLast }));
    if (isLast && this.#unsent === null) this.#socket.end();
  }

  #endRequest(): void {
    this.#state = "head";
    this.#receiver = null;
    this.#taker = null;
    this.#begunMs = 0;
  }

  /** Goes on with what came while an answer was being made. */
  #resume(): void {
    if (this.#isHeldBack) this.#socket.resume();
    this.#isHeldBack = false;
    const waiting = this.#waiting;
    if (waiting === null) return;
    this.#waiting = null;
    this.#process(waiting);
  }

  #keep(bytes: Buffer, start: number): null {
    this.#waiting = Buffer.from(bytes.subarray(start));
    if (this.#state !== "head" && this.#waiting.length > readAheadBytesMax && !this.#isHeldBack) {
      this.#isHeldBack = true;
      this.#socket.pause();
    }
    return null;
  }

  #write(data: string | Buffer): void {
    const written = this.#socket.write(data);
    if (written < 0) return;
    const length = typeof data === "string" ? Buffer.byteLength(data) : data.length;
    if (written < length) this.#unsent = Buffer.from(data as string).subarray(written);
  }

  /** The request cannot be understood, so nothing behind it can. */
  #fail(status: number): null {
    this.#state = "closing";
    this.#write(renderAnswer(protocolFault(status), { withoutBody: false, isLast: true }));
    if (this.#unsent === null) this.#socket.end();
    return null;
  }

  #close(): null {
    this.#state = "closing";
    this.#socket.end();
    return null;
  }
}

const noBody = new Uint8Array(0);
