import { freeBytes } from "../../platform/free-bytes.ts";
import type { Answer } from "./answer.ts";
import { BodyReceiver, noBody } from "./body-receiver.ts";
import type { BodyTaker } from "./exchange.ts";
import type { HttpFault } from "./http-fault.ts";
import type { BodyFraming } from "./request-head.ts";

/** How much of a refused body is read and discarded before the connection is closed instead. */
const discardedBytesMax = 16 * 1024 * 1024;

/**
 * The body of the current request of a connection. It is received for the taker that wants it. A body that nobody wants, or
 * that was refused, is read to its end and discarded, because the next request begins there.
 */
export class IncomingBody {
  /** How far the body reached into the last piece. */
  consumed = 0;
  #receiver: BodyReceiver | null = null;
  #taker: BodyTaker | null = null;
  #discardedBytes = 0;

  /** Whether the client has yet to send some of it. */
  get isUnread(): boolean {
    return this.#receiver !== null && !this.#receiver.isDone;
  }

  /** Whether a body that is wanted takes room that others need, and hardly arrives. `afterMs` is for how long beyond its grace. */
  isTrickling(afterMs: number): boolean {
    return this.#taker !== null && afterMs > 0 && this.#receiver?.isTrickling(afterMs) === true;
  }

  /** Begins a request. Its body is discarded unless `beginFor` is called. */
  begin(framing: BodyFraming): void {
    this.#receiver = framing.kind === "none" ? null : new BodyReceiver(framing, 0, null);
  }

  /** Returns the pending answer if there is no need to wait for the body, because there is none or it is refused. */
  beginFor(taker: BodyTaker, framing: BodyFraming): Promise<Answer> | null {
    if (framing.kind === "none") return taker.take(noBody);
    this.#receiver = new BodyReceiver(framing, taker.bytesMax, taker.room);
    if (this.#receiver.refusal !== null) return taker.take(this.#receiver.refusal);
    this.#taker = taker;
    return null;
  }

  /** Returns the end of the body that begins at `start`; null if it is not complete, or too large, and needs a receiver. */
  endIn(bytes: Buffer, start: number, { bytesMax }: BodyTaker, framing: BodyFraming): number | null {
    if (framing.kind !== "length" || framing.bytes > bytesMax) return null;
    return bytes.length - start >= framing.bytes ? start + framing.bytes : null;
  }

  /** Like `beginFor` and `push`, for a body that is complete. */
  takeWhole(taker: BodyTaker, bytes: Buffer, start: number, end: number): Promise<Answer> {
    const answer = taker.take(bytes.subarray(start, end));
    if (taker.readsAtOnce && end === bytes.length) freeBytes(bytes);
    return answer;
  }

  /**
   * Takes the bytes of the body from `start` on. Once the taker has what it needs, its answer is pending, and the rest of the
   * body is discarded.
   */
  push(bytes: Buffer, start: number): Promise<Answer> | "more" | "discarded" | "malformed" | "too much" {
    const receiver = this.#receiver!;
    const taker = this.#taker;
    const received = receiver.push(bytes, start);
    this.consumed = receiver.consumed;
    if (received === "malformed") return received;
    if (taker === null) return this.#discard(received, receiver.consumed - start);
    if (received === "more" && receiver.refusal === null) {
      // The receiver has copied the bytes.
      freeBytes(bytes);
      return received;
    }
    this.#taker = null;
    const answer = taker.take(receiver.refusal ?? receiver.body);
    if (taker.readsAtOnce) {
      receiver.free();
      if (this.consumed === bytes.length) freeBytes(bytes);
    }
    return answer;
  }

  #discard(received: "more" | "done", bytes: number): "more" | "discarded" | "too much" {
    this.#discardedBytes += bytes;
    if (this.#discardedBytes > discardedBytesMax) return "too much";
    return received === "done" ? "discarded" : "more";
  }

  /** Returns the taker's answer if the body cannot be parsed or does not arrive; null if nobody waits for it. */
  refuse(fault: HttpFault): Answer | null {
    const taker = this.#taker;
    this.#taker = null;
    return taker === null ? null : taker.refuse(fault);
  }

  /** Called when the request is answered: frees the memory of its body. */
  release(): void {
    this.#receiver?.release();
  }

  end(): void {
    this.release();
    this.#receiver = null;
    this.#taker = null;
    this.#discardedBytes = 0;
  }
}
