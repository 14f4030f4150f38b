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
  #isStopped = false;
  #isFinished = false;
  #room: PromiseWithResolvers<void> | null = null;

  constructor(body: StreamedBody, outgoing: Outgoing, isChunked: boolean) {
    this.#pieces = body[Symbol.asyncIterator]();
    this.#isEndless = body.isEndless ?? false;
    this.#outgoing = outgoing;
    this.#isChunked = isChunked;
  }

  /** Resolves when all of it was sent, or when it was stopped. Rejects when the source fails: the body is then cut off. */
  async run(): Promise<void> {
    await this.#untilRoom();
    while (!this.#isStopped) {
      const { value, done } = await this.#pieces.next();
      if (this.#isStopped) return;
      if (done) break;
      if (value.length > 0) this.#outgoing.send(this.#isChunked ? chunkOf(value) : Buffer.from(value));
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

  async #untilRoom(): Promise<void> {
    while (this.#outgoing.isBlocked && !this.#isStopped) {
      this.#room = Promise.withResolvers();
      await this.#room.promise;
    }
    this.#room = null;
  }
}

/** Nobody is there any more to send it to. */
export function abandon({ body }: Answer): void {
  if (typeof body !== "string") void body[Symbol.asyncIterator]().return?.();
}

function chunkOf(piece: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
}
