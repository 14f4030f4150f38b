import type { Answer, StreamedBody } from "./answer.ts";
import type { Outgoing } from "./outgoing.ts";

const lastChunk = Buffer.from("0\r\n\r\n");

/**
 * Sends the body of an answer piece by piece, as fast as the client takes it: the next piece is asked for when the last
 * one has left. In chunks (RFC 9112), or bare for a client of HTTP/1.0, which takes the end of the connection for the
 * end of the body.
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
    // A body of known size is one that is in memory already.
    this.#isShared = body.sizeBytes !== undefined;
  }

  /** Resolves when all of it was sent, or when it was stopped. Rejects when the source fails: the body is then cut off. */
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

  /** The socket has room again. */
  drained(): void {
    this.#room?.resolve();
  }

  /**
   * The server is stopping, or the client sends nothing more, and whether it still reads there is no knowing before
   * something is sent to it: what never ends by itself ends here, as if that were all of it.
   */
  finish(): void {
    if (!this.#isEndless || this.#isFinished) return;
    this.#isFinished = true;
    void this.#pieces.return?.();
  }

  /** Nobody reads on: the source is told, and lets go of what it holds. */
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

/** The body of this answer will not be sent: nobody is there any more, or only the head was asked for. */
export function abandon({ body }: Answer): void {
  if (typeof body !== "string") void body[Symbol.asyncIterator]().return?.();
}

/** The same bytes, not a copy. */
function viewOf(piece: Uint8Array): Buffer {
  return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
}

function chunkOf(piece: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
}
