import type { Socket } from "bun";
import { type Answer, continueText, type StreamedBody } from "./answer.ts";
import { AnswerStream, abandon } from "./answer-stream.ts";
import type { ConnectionOptions } from "./connection-options.ts";
import type { ConnectionState } from "./connection-state.ts";
import type { Begun, BodyTaker, UsualClient } from "./exchange.ts";
import { HangUp } from "./hang-up.ts";
import { HeadReceiver } from "./head-receiver.ts";
import type { HttpFault } from "./http-fault.ts";
import { IncomingBody } from "./incoming-body.ts";
import { Outgoing } from "./outgoing.ts";
import { type ConnectionTimes, Patience } from "./patience.ts";
import { ReadAhead } from "./read-ahead.ts";
import type { RequestHead } from "./request-head.ts";

/**
 * One HTTP/1.1 connection: turns bytes into requests, one after another, and answers into bytes. A request is answered
 * before the next is begun, so answers keep their order.
 */
export class Connection implements UsualClient {
  readonly #socket: Socket<Connection>;
  readonly #options: ConnectionOptions;
  readonly peerAddress: string;
  limitKey: string | null = null;
  readonly #heads = new HeadReceiver();
  readonly #readAhead: ReadAhead;
  readonly #outgoing: Outgoing;
  #state: ConnectionState = "head";
  readonly #body = new IncomingBody();
  #isDraining = false;
  readonly #patience = new Patience();
  readonly #hanging: HangUp;
  #stream: AnswerStream | null = null;

  constructor(socket: Socket<Connection>, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.peerAddress = socket.remoteAddress;
    this.#readAhead = new ReadAhead(socket, options.held);
    this.#outgoing = new Outgoing(socket, options.held);
    this.#hanging = new HangUp(socket, this.#readAhead, this.#body, this.#patience);
  }

  /** Memory that is held because the client does not read or sends ahead, and since when. */
  get holding(): { readonly bytes: number; readonly sinceMs: number } {
    const sinceMs = this.#outgoing.isBlocked ? this.#outgoing.blockedSinceMs : this.#patience.begunMs;
    return { bytes: this.#outgoing.heldBytes + this.#readAhead.heldBytes, sinceMs };
  }

  abort(): void {
    this.#socket.terminate();
    this.closed();
  }

  /** No further request will be taken. An idle connection is closed at once, any other after its answer. */
  drain(): void {
    this.#isDraining = true;
    this.#endIfFinished();
  }

  /** The client sends nothing more. What it has sent is still answered. */
  ended(): void {
    this.#hanging.isPeerDone = true;
    this.#endIfFinished();
  }

  /** The socket is gone. An answer that is still being made will go nowhere. */
  closed(): void {
    this.#state = "closing";
    this.#readAhead.take();
    this.#outgoing.clear();
    this.#body.end();
    this.#stream?.stop();
  }

  /** What should have answered has thrown. */
  readonly fault = (error: unknown): void => {
    this.#options.onFault(error);
    if (this.#state === "closing" || this.#outgoing.isBlocked || this.#stream !== null) this.abort();
    else this.#fail(500);
  };

  /** Closes what has been silent, has been sending one request, or has not read its answer for too long. */
  closeIfStale(nowMs: number, times: ConnectionTimes): void {
    const isUnread = this.#outgoing.isBlocked;
    // While an answer is being made it is the client who waits.
    if (this.#state === "answering" && !isUnread) this.#patience.heard();
    else if (!this.#patience.isExhausted(nowMs, times, this.#hanging.isLingering)) return;
    else if (this.#hanging.isLingering || this.#state === "closing" || isUnread) this.abort();
    else if (this.#patience.hasBegun) this.#fail(408);
    else this.#close();
  }

  received(piece: Buffer): void {
    if (this.#state === "closing") return;
    // Between requests only what is part of one counts as heard: empty lines must not keep a connection open.
    if (this.#state !== "head") this.#patience.heard();
    this.#process(this.#readAhead.join(piece));
  }

  /** The socket has room again. */
  drained(): void {
    if (!this.#outgoing.isBlocked) return;
    this.#patience.heard();
    this.#outgoing.flush();
    if (this.#outgoing.isBlocked) return;
    if (this.#state === "head" || this.#stream !== null) this.#patience.end();
    if (this.#stream !== null) this.#stream.drained();
    else if (this.#state === "closing") this.#hanging.hangUp();
    else this.#resume();
  }

  #process(bytes: Buffer): void {
    let start = 0;
    while (start < bytes.length) {
      if (this.#state === "closing") return;
      if (this.#state === "answering" || this.#outgoing.isBlocked) {
        this.#readAhead.keep(bytes, start);
        return;
      }
      const next = this.#state === "head" ? this.#takeHead(bytes, start) : this.#takeBody(bytes, start);
      if (next === null) return;
      start = next;
    }
  }

  answerBytes(bytes: Buffer): boolean {
    if (this.#isDraining) return false;
    if (this.#state !== "answering") return true;
    this.#endRequest();
    this.#send(bytes);
    this.#resume();
    return true;
  }

  /** Where the head ends, or null when it has to wait for more or was refused for good. Of a usual request, its end. */
  #takeHead(bytes: Buffer, start: number): number | null {
    const heads = this.#heads;
    const end = this.#patience.hasBegun ? -1 : (this.#options.exchange.usual?.take(bytes, start, this) ?? -1);
    if (end >= 0) {
      this.#patience.heard();
      heads.passOver();
      this.#state = "answering";
      return end;
    }
    const received = heads.push(bytes, start);
    if (received === "none") return heads.consumed;
    this.#patience.heard();
    this.#patience.begin();
    if (received === "more") {
      this.#readAhead.keep(bytes, heads.consumed);
      return null;
    }
    if (received !== "done") return this.#fail(received);
    return this.#begin(heads.head, bytes, heads.consumed);
  }

  /** `start` is where the head ended; returns up to where the bytes are used. */
  #begin(head: RequestHead, bytes: Buffer, start: number): number {
    const { body } = head;
    const begun = this.#options.exchange.begin(head, this.peerAddress);
    if ("take" in begun) {
      if (body.kind === "length" && body.bytes <= begun.bytesMax && bytes.length - start >= body.bytes) {
        // All of it came in one piece, and needs no receiver.
        const end = start + body.bytes;
        this.#options.exchange.usual?.learn(this.#heads.text, head);
        this.#await(this.#body.takeWhole(begun, bytes, start, end));
        return end;
      }
      this.#beginBody(head, begun, start < bytes.length);
      return start;
    }
    this.#body.begin(body);
    if (begun instanceof Promise) this.#await(begun);
    else this.#answer(begun);
    return start;
  }

  #beginBody({ body, expectsContinue }: RequestHead, taker: BodyTaker, hasArrived: boolean): void {
    const answer = this.#body.beginFor(taker, body);
    if (answer === null) this.#state = "body";
    else this.#await(answer);
    if (answer === null && expectsContinue && !hasArrived) this.#send(continueText);
  }

  /** Where the body ends, or null when it has to wait for more or was refused for good. */
  #takeBody(bytes: Buffer, start: number): number | null {
    const received = this.#body.push(bytes, start);
    if (received === "malformed") return this.#fail(400);
    if (received === "too much" || (received === "discarded" && this.#isDraining)) return this.#close();
    if (received === "discarded") this.#endRequest();
    else if (received !== "more") this.#await(received);
    return this.#body.consumed;
  }

  #await(begun: Promise<Begun>): void {
    this.#state = "answering";
    void begun.then(this.answerWith, this.fault);
  }

  /** Runs on its own, so there is nobody else to catch what it throws. */
  readonly answerWith = (begun: Begun): void => {
    if (this.#state !== "answering") {
      if (!("take" in begun)) abandon(begun);
      return;
    }
    try {
      if ("take" in begun) this.#beginBody(this.#heads.head, begun, !this.#readAhead.isEmpty);
      else this.#answer(begun);
      this.#resume();
    } catch (error) {
      this.fault(error);
    }
  };

  /** Sends the answer; what is left of a body that nobody wanted is then read and thrown away. */
  #answer(answer: Answer): void {
    const { head } = this.#heads;
    this.#body.release();
    // Whether a client that expected to be told to continue sends its body after a refusal, there is no knowing.
    const isLast = this.#isDraining || !head.keepAlive || (this.#body.isUnread && head.expectsContinue);
    if (head.method === "HEAD") abandon(answer);
    else if (typeof answer.body !== "string") {
      this.#answerWithStream(answer, answer.body, isLast);
      return;
    }
    this.#state = isLast ? "closing" : this.#body.isUnread ? "discard" : "head";
    if (this.#state === "head") this.#endRequest();
    const connection = isLast ? "close" : head.version === "HTTP/1.0" ? "keep-alive" : null;
    this.#send(this.#options.render(answer, { withoutBody: head.method === "HEAD", connection }));
    if (isLast && !this.#outgoing.isBlocked) this.#hanging.hangUp();
  }

  /** Whatever the client sends meanwhile waits, as it does while an answer is being made. */
  #answerWithStream(answer: Answer, body: StreamedBody, mustBeLast: boolean): void {
    const isLast = mustBeLast || this.#body.isUnread || this.#heads.head.version === "HTTP/1.0";
    this.#state = "answering";
    this.#patience.end();
    this.#send(this.#options.render(answer, { withoutBody: true, connection: isLast ? "close" : null }));
    this.#stream = new AnswerStream(body, this.#outgoing, !isLast && body.sizeBytes === undefined);
    if (this.#hanging.isPeerDone || this.#isDraining) this.#stream.finish();
    // A body that breaks off must not look whole, so then the connection does.
    void this.#stream.run().then(() => this.#endStream(isLast), this.fault);
  }

  #endStream(isLast: boolean): void {
    this.#stream = null;
    if (this.#state !== "answering") return;
    this.#endRequest();
    if (isLast || this.#isDraining) this.#state = "closing";
    if (this.#outgoing.isBlocked) return;
    if (this.#state === "closing") this.#hanging.hangUp();
    else this.#resume();
  }

  #endRequest(): void {
    this.#state = "head";
    this.#body.end();
    this.#patience.end();
  }

  /** Goes on with what came while an answer was being made or was not being read. */
  #resume(): void {
    const waiting = this.#outgoing.isBlocked ? null : this.#readAhead.take();
    if (waiting !== null) this.#process(waiting);
    this.#readAhead.release();
    this.#endIfFinished();
  }

  #endIfFinished(): void {
    if (this.#hanging.isPeerDone || this.#isDraining) this.#stream?.finish();
    if (this.#state === "answering" || this.#outgoing.isBlocked) return;
    const isIdle = this.#state === "head" && this.#readAhead.isEmpty;
    if (this.#hanging.isPeerDone || (this.#isDraining && isIdle)) this.#close();
  }

  #send(data: string | Buffer): void {
    this.#outgoing.send(data);
    if (this.#outgoing.isBlocked) this.#patience.begin();
  }

  /** The request cannot be understood, so nothing behind it can. */
  #fail(fault: HttpFault): null {
    // This request has had its answer: a second would be taken for that of the next.
    if (this.#state === "discard") return this.#close();
    this.#state = "closing";
    this.#hanging.isInterrupting = true;
    const answer = this.#body.refuse(fault) ?? this.#options.exchange.refuse(fault, this.peerAddress);
    this.#send(this.#options.render(answer, { withoutBody: false, connection: "close" }));
    if (!this.#outgoing.isBlocked) this.#hanging.hangUp();
    return null;
  }

  #close(): null {
    this.#state = "closing";
    this.#socket.end();
    return null;
  }
}
