import type { Socket, TCPSocketListener } from "bun";

interface Side {
  /** The other end, once it is connected. */
  peer: Socket<Side> | null;
  readonly early: Uint8Array[];
  unsent: Uint8Array[];
}

/** A connection to a server that can be cut. Connections then stay open, and everything sent on them is lost. */
export class TestProxy implements Disposable {
  isCut = false;
  readonly #listener: TCPSocketListener<Side>;
  readonly #sockets = new Set<Socket<Side>>();

  constructor(serverPort: number) {
    const forward = (socket: Socket<Side>, bytes: Uint8Array) => {
      if (this.isCut) return;
      const { peer, early } = socket.data;
      if (peer === null) early.push(bytes.slice());
      else write(peer, bytes.slice());
    };
    const forget = (socket: Socket<Side>) => {
      this.#sockets.delete(socket);
      if (!this.isCut) socket.data.peer?.end();
    };
    const shared = {
      data: forward,
      drain: (socket: Socket<Side>) => {
        const unsent = socket.data.unsent.splice(0);
        for (const bytes of unsent) write(socket, bytes);
      },
      close: forget,
      error: forget,
    };
    this.#listener = Bun.listen<Side>({
      hostname: "127.0.0.1",
      port: 0,
      socket: {
        ...shared,
        open: (socket) => {
          socket.data = { peer: null, early: [], unsent: [] };
          this.#sockets.add(socket);
          if (this.isCut) return;
          void Bun.connect<Side>({
            hostname: "127.0.0.1",
            port: serverPort,
            data: { peer: socket, early: [], unsent: [] },
            socket: shared,
          }).then(
            (server) => {
              this.#sockets.add(server);
              socket.data.peer = server;
              for (const bytes of socket.data.early.splice(0)) write(server, bytes);
            },
            () => socket.end(),
          );
        },
      },
    });
  }

  get port(): number {
    return this.#listener.port;
  }

  /** Closes the connections that were cut, as would happen in the end on a machine that can be reached again. */
  heal(): void {
    this.isCut = false;
    for (const socket of this.#sockets) socket.end();
  }

  [Symbol.dispose](): void {
    this.#listener.stop(true);
    for (const socket of this.#sockets) socket.end();
  }
}

function write(socket: Socket<Side>, bytes: Uint8Array): void {
  if (socket.data.unsent.length > 0) {
    socket.data.unsent.push(bytes);
    return;
  }
  const written = Math.max(0, socket.write(bytes));
  if (written < bytes.length) socket.data.unsent.push(bytes.subarray(written));
}
