import type { Socket } from "bun";

/** What goes out on a connection. What the socket does not take at once waits here until it has room. */
export class Outgoing {
  readonly #socket: Socket<unknown>;
  #unsent: Buffer | null = null;

  constructor(socket: Socket<unknown>) {
    this.#socket = socket;
  }

  /** While this is so, nothing more may be sent: a client that does not read its answers gets no further ones. */
  get isBlocked(): boolean {
    return this.#unsent !== null;
  }

  send(data: string | Buffer): void {
    const written = this.#socket.write(data);
    // The socket is closed; its connection will be told.
    if (written < 0) return;
    const length = typeof data === "string" ? Buffer.byteLength(data) : data.length;
    if (written === length) return;
    this.#unsent = (typeof data === "string" ? Buffer.from(data) : data).subarray(written);
  }

  /** Sends what waits. */
  flush(): void {
    const unsent = this.#unsent;
    this.#unsent = null;
    if (unsent !== null) this.send(unsent);
  }

  /** Forgets what waits. */
  clear(): void {
    this.#unsent = null;
  }
}
