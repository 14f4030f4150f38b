/**
 * One HTTP/1.1 connection: turns bytes into requests, one after another, and answers into bytes. Each request is answered
 * before the next one begins, so answers keep their order. connection-state.ts describes the states and all transitions.
 */
import type { Socket } from "bun";
import { type Answer, continueText, type StreamedBody } from "./answer.ts";
import { AnswerStream, abandon } from "./answer-stream.ts";
import type { ConnectionOptions } from "./connection-options.ts";
import { type ConnectionState, connectionWays, isAnswering, isOver } from "./connection-state.ts";
import type { Begun, BodyTaker, UsualClient } from "./exchange.ts";
import { HeadReceiver } from "./head-receiver.ts";
import type { HttpFault } from "./http-fault.ts";
import { IncomingBody } from "./incoming-body.ts";
import { linger } from "./linger.ts";
import { Outgoing } from "./outgoing.ts";
import { type ConnectionTimes, Patience } from "./patience.ts";
import { ReadAhead } from "./read-ahead.ts";
import type { RequestHead } from "./request-head.ts";

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
  #isPeerDone = false;
  readonly #patience = new Patience();
  #stream: AnswerStream | null = null;

  constructor(socket: Socket<Connection>, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.peerAddress = socket.remoteAddress;
    this.#readAhead = new ReadAhead(socket, options.held);
    this.#outgoing = new Outgoing(socket, options.held);
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

  /** The client has stopped sending. Requests that it has sent are still answered. */
  ended(): void {
    this.#isPeerDone = true;
    this.#endIfFinished();
  }

  /** The socket has closed. An answer that is still being prepared is dropped. */
  closed(): void {
    this.#readAhead.take();
    this.#outgoing.clear();
    this.#body.end();
    this.#stream?.stop();
    this.#enter("closed");
  }

  /** Called when the handler of a request has thrown. */
  readonly fault = (error: unknown): void => {
    this.#options.onFault(error);
    if (isOver(this.#state) || this.#outgoing.isBlocked || this.#state === "streaming") this.abort();
    else this.#fail(500);
  };

  /** Closes the connection if it has been silent, has been sending one request, or has not read its answer for too long. */
  closeIfStale(nowMs: number, times: ConnectionTimes): void {
    // While an answer is being prepared, the client is waiting for us.
    if (isAnswering(this.#state) && !this.#outgoing.isBlocked) this.#patience.heard();
    else if (this.#body.isTrickling(this.#patience.lateMs(nowMs, times))) this.#fail(408);
    else if (!this.#patience.isExhausted(nowMs, times, this.#state === "lingering")) return;
    else if (isOver(this.#state) || this.#outgoing.isBlocked) this.abort();
    else if (this.#patience.hasBegun) this.#fail(408);
    else this.#close();
  }

  received(piece: Buffer): void {
    if (isOver(this.#state)) return;
    // Between requests, only parts of a request count as activity, so that empty lines cannot keep a connection open.
    if (this.#state !== "head") this.#patience.heard();
    this.#process(this.#readAhead.join(piece));
  }

  /** Called when the socket has room again. */
  drained(): void {
    if (!this.#outgoing.isBlocked) return;
    this.#patience.heard();
    this.#outgoing.flush();
    if (this.#outgoing.isBlocked) return;
    if (this.#state === "head" || this.#state === "streaming") this.#patience.end();
    if (this.#state === "streaming") this.#stream!.drained();
    else if (isOver(this.#state)) this.#hangUp();
    else this.#resume();
  }

  #process(bytes: Buffer): void {
    let next: number | null = 0;
    while (next !== null && next < bytes.length && !isOver(this.#state)) next = this.#take(bytes, next);
  }

  /** Returns how far the bytes are consumed, or null if the rest has to wait or is useless. */
  #take(bytes: Buffer, start: number): number | null {
    if (isAnswering(this.#state) || this.#outgoing.isBlocked) return this.#readAhead.keep(bytes, start);
    return this.#state === "head" ? this.#takeHead(bytes, start) : this.#takeBody(bytes, start);
  }

  answerBytes(bytes: Buffer): boolean {
    if (this.#isDraining) return false;
    if (this.#state !== "answering") return true;
    this.#endRequest("head");
    this.#send(bytes);
    this.#resume();
    return true;
  }

  /** Returns the end of the head (of a usual request, the end of the request), or null if it needs more bytes or was refused. */
  #takeHead(bytes: Buffer, start: number): number | null {
    const end = this.#patience.hasBegun ? -1 : (this.#options.exchange.usual?.take(bytes, start, this) ?? -1);
    if (end >= 0) {
      this.#patience.heard();
      this.#heads.passOver();
      this.#enter("answering");
      return end;
    }
    const received = this.#heads.push(bytes, start);
    if (received === "none") return this.#heads.consumed;
    this.#patience.heard();
    this.#patience.begin();
    if (received === "more") return this.#readAhead.keep(bytes, this.#heads.consumed);
    if (received !== "done") return this.#fail(received);
    return this.#begin(this.#heads.head, bytes, this.#heads.consumed);
  }

  /** `start` is the end of the head. Returns how far the bytes are consumed. */
  #begin(head: RequestHead, bytes: Buffer, start: number): number {
    const begun = this.#options.exchange.begin(head, this.peerAddress);
    if ("take" in begun) {
      const end = this.#body.endIn(bytes, start, begun, head.body);
      if (end === null) this.#beginBody(head, begun, start < bytes.length);
      else {
        this.#options.exchange.usual?.learn(this.#heads.text, head);
        this.#await(this.#body.takeWhole(begun, bytes, start, end));
      }
      return end ?? start;
    }
    this.#body.begin(head.body);
    if (begun instanceof Promise) this.#await(begun);
    else this.#answer(begun);
    return start;
  }

  #beginBody({ body, expectsContinue }: RequestHead, taker: BodyTaker, hasArrived: boolean): void {
    const answer = this.#body.beginFor(taker, body);
    if (answer === null) this.#enter("body");
    else this.#await(answer);
    if (answer === null && expectsContinue && !hasArrived) this.#send(continueText);
  }

  /** Returns the end of the body, or null if it needs more bytes or was refused. */
  #takeBody(bytes: Buffer, start: number): number | null {
    const received = this.#body.push(bytes, start);
    if (received === "malformed") return this.#fail(400);
    if (received === "too much" || (received === "discarded" && this.#isDraining)) return this.#close();
    if (received === "discarded") this.#endRequest("head");
    else if (received !== "more") this.#await(received);
    return this.#body.consumed;
  }

  #await(begun: Promise<Begun>): void {
    if (this.#state !== "answering") this.#enter("answering");
    void begun.then(this.answerWith, this.fault);
  }

  /** Nobody awaits this function, so it has to catch every error itself. */
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

  /** Sends the answer, then reads and discards the rest of a body that was refused. */
  #answer(answer: Answer): void {
    const { head } = this.#heads;
    if (this.#state === "head") this.#enter("answering");
    this.#body.release();
    // A client that sent "Expect: 100-continue" may or may not send its body after a refusal.
    const isLast = this.#isDraining || !head.keepAlive || (this.#body.isUnread && head.expectsContinue);
    if (head.method === "HEAD") abandon(answer);
    else if (typeof answer.body !== "string") {
      this.#answerWithStream(answer, answer.body, isLast);
      return;
    }
    if (isLast) this.#enter("ending");
    else if (this.#body.isUnread) this.#enter("discard");
    else this.#endRequest("head");
    const connection = isLast ? "close" : head.version === "HTTP/1.0" ? "keep-alive" : null;
    this.#send(this.#options.render(answer, { withoutBody: head.method === "HEAD", connection }));
    if (isLast && !this.#outgoing.isBlocked) this.#hangUp();
  }

  /** Bytes from the client wait in the meantime, as they do while an answer is being prepared. */
  #answerWithStream(answer: Answer, body: StreamedBody, mustBeLast: boolean): void {
    const isLast = mustBeLast || this.#body.isUnread || this.#heads.head.version === "HTTP/1.0";
    this.#enter("streaming");
    this.#patience.end();
    this.#send(this.#options.render(answer, { withoutBody: true, connection: isLast ? "close" : null }));
    this.#stream = new AnswerStream(body, this.#outgoing, !isLast && body.sizeBytes === undefined);
    if (this.#isPeerDone || this.#isDraining) this.#stream.finish();
    // An incomplete body must not look complete, so the connection is broken off too.
    void this.#stream.run().then(() => this.#endStream(isLast), this.fault);
  }

  #endStream(isLast: boolean): void {
    this.#stream = null;
    if (this.#state !== "streaming") return;
    this.#endRequest(isLast || this.#isDraining ? "ending" : "head");
    if (this.#outgoing.isBlocked) return;
    if (isOver(this.#state)) this.#hangUp();
    else this.#resume();
  }

  #endRequest(next: "head" | "ending"): void {
    this.#enter(next);
    this.#body.end();
    this.#patience.end();
  }

  /** Continues with the bytes that arrived while an answer was being prepared or was not being read. */
  #resume(): void {
    const waiting = this.#outgoing.isBlocked ? null : this.#readAhead.take();
    if (waiting !== null) this.#process(waiting);
    this.#readAhead.release();
    this.#endIfFinished();
  }

  #endIfFinished(): void {
    if (this.#isPeerDone || this.#isDraining) this.#stream?.finish();
    if (isAnswering(this.#state) || this.#outgoing.isBlocked) return;
    const isIdle = this.#state === "head" && this.#readAhead.isEmpty;
    if (this.#isPeerDone || (this.#isDraining && isIdle)) this.#close();
  }

  #send(data: string | Buffer): void {
    this.#outgoing.send(data);
    if (this.#outgoing.isBlocked) this.#patience.begin();
  }

  /** The request cannot be parsed, so nothing after it can be parsed either. */
  #fail(fault: HttpFault): null {
    // The request is already answered. The client would take a second answer for that of its next request.
    if (this.#state === "discard") return this.#close();
    this.#enter("refusing");
    const answer = this.#body.refuse(fault) ?? this.#options.exchange.refuse(fault, this.peerAddress);
    this.#send(this.#options.render(answer, { withoutBody: false, connection: "close" }));
    return this.#outgoing.isBlocked ? null : this.#hangUp();
  }

  #hangUp(): null {
    const hasMoreToSend = this.#state === "refusing" || this.#body.isUnread || !this.#readAhead.isEmpty;
    if (!hasMoreToSend || this.#isPeerDone) return this.#close();
    this.#enter("lingering");
    return linger(this.#socket, this.#readAhead, this.#patience);
  }

  #close(): null {
    connectionWays.assert("closed", !this.#outgoing.isBlocked, "an answer that is all sent");
    this.#enter("closed");
    this.#socket.end();
    return null;
  }

  #enter(state: ConnectionState): void {
    this.#state = connectionWays.follow(this.#state, state);
  }
}
