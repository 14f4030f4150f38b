import type { Socket } from "bun";
import type { IncomingBody } from "./incoming-body.ts";
import type { Patience } from "./patience.ts";
import type { ReadAhead } from "./read-ahead.ts";

/**
 * Closes a connection whose last answer is sent. To close on a client that is still sending would reset the connection,
 * and with it what the client has not read of that answer; so then it is only told that nothing more will come, and the
 * connection lingers.
 */
export class HangUp {
  /** The last answer breaks off a request, so the client may still be sending it. */
  isInterrupting = false;
  /** The last answer is sent, and the client may still be sending. */
  isLingering = false;
  /** The client sends nothing more, but may still be reading. */
  isPeerDone = false;
  readonly #socket: Socket<unknown>;
  readonly #readAhead: ReadAhead;
  readonly #body: IncomingBody;
  readonly #patience: Patience;

  constructor(socket: Socket<unknown>, readAhead: ReadAhead, body: IncomingBody, patience: Patience) {
    this.#socket = socket;
    this.#readAhead = readAhead;
    this.#body = body;
    this.#patience = patience;
  }

  hangUp(): void {
    const hasMoreToSend = this.isInterrupting || this.#body.isUnread || !this.#readAhead.isEmpty;
    this.isLingering = hasMoreToSend && !this.isPeerDone;
    if (!this.isLingering) {
      this.#socket.end();
      return;
    }
    this.#readAhead.take();
    this.#socket.shutdown();
    this.#readAhead.release();
    this.#patience.beginAnew();
  }
}
