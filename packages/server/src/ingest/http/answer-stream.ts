import type { Answer, StreamedBody } from "./answer.ts";
import type { Outgoing } from "./outgoing.ts";

const lastChunk = Buffer.from("0\r\n\r\n");

/**
 * Sends the body of an answer piece by piece, as fast as the client reads: the next piece is requested when the last one has
 * been sent. It uses chunks (RFC 9112), or bare bytes for a client of HTTP/1.0, for which the end of the connection is the end
 * of the body.
 */
export class AnswerStream {
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #isEndless: boolean;
  readonly #outgoing: Outgoing;
  readonly #isChunked: boolean;
  readonly #isShared: boolean;
  #isStopped = false;
  #isFinished = false;
  #room: PromiseWithResolvers<void> | null = null;

  constructor(body: StreamedBody, outgoing: Outgoing, isChunked: boolean) {
    this.#pieces = body[Symbol.asyncIterator]();
    this.#isEndless = body.isEndless ?? false;
    this.#outgoing = outgoing;
    this.#isChunked = isChunked;
    // A body of known size is in memory already.
    this.#isShared = body.sizeBytes !== undefined;
  }

  /** Resolves when the whole body was sent, or when it was stopped. Rejects when the source fails: the body is then cut off. */
  async run(): Promise<void> {
    await this.#untilRoom();
    while (!this.#isStopped) {
      const { value, done } = await this.#pieces.next();
      if (this.#isStopped) return;
      if (done) break;
      if (value.length > 0) this.#sendPiece(value);
      await this.#untilRoom();
    }
    if (this.#isChunked && !this.#isStopped) this.#outgoing.send(lastChunk);
  }

  /** Called when the socket has room again. */
  drained(): void {
    this.#room?.resolve();
  }

  /**
   * Ends a body that never ends by itself, as if it were complete. Called when the server stops, or when the client has stopped
   * sending: whether such a client still reads is unknown until something is sent.
   */
  finish(): void {
    if (!this.#isEndless || this.#isFinished) return;
    this.#isFinished = true;
    void this.#pieces.return?.();
  }

  /** Stops the source, which frees what it holds, because nobody reads any more. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#room?.resolve();
    void this.#pieces.return?.();
  }

  #sendPiece(piece: Uint8Array): void {
    if (this.#isChunked) this.#outgoing.send(chunkOf(piece));
    else this.#outgoing.send(viewOf(piece), this.#isShared);
  }

  async #untilRoom(): Promise<void> {
    while (this.#outgoing.isBlocked && !this.#isStopped) {
      this.#room = Promise.withResolvers();
      await this.#room.promise;
    }
    this.#room = null;
  }
}

/** Stops the body of an answer that will not be sent: the client is gone, or it asked only for the head. */
export function abandon({ body }: Answer): void {
  if (typeof body !== "string") void body[Symbol.asyncIterator]().return?.();
}

/** Returns the same bytes, not a copy. */
function viewOf(piece: Uint8Array): Buffer {
  return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
}

function chunkOf(piece: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
}
