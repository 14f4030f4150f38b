import type { TCPSocketListener } from "bun";

/** For tests: a server that says nothing, and records who connected and what they sent. */
export class Canary implements Disposable {
  readonly port: number;
  readonly #listeners: TCPSocketListener[] = [];
  connections = 0;
  received = "";

  /** Listens on the same port of every address. */
  constructor(...addresses: string[]) {
    let port = 0;
    for (const hostname of addresses) {
      const listener = Bun.listen({
        hostname,
        port,
        socket: {
          open: () => void this.connections++,
          data: (socket, bytes) => {
            this.received += bytes.toString("latin1");
            socket.end();
          },
        },
      });
      port = listener.port;
      this.#listeners.push(listener);
    }
    this.port = port;
  }

  [Symbol.dispose](): void {
    for (const listener of this.#listeners) listener.stop(true);
  }
}
