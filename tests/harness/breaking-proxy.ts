import { connect, createServer, type Server, type Socket } from "node:net";

/** A proxy to a server that breaks the connection after this many bytes in one direction. */
export class BreakingProxy implements Disposable {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(
    toPort: number,
    { up = Number.POSITIVE_INFINITY, down = Number.POSITIVE_INFINITY },
  ): Promise<BreakingProxy> {
    const server = createServer((client) => {
      const origin = connect(toPort, "127.0.0.1");
      const end = () => {
        client.destroy();
        origin.destroy();
      };
      client.on("error", end).on("close", end);
      origin.on("error", end).on("close", end);
      pass(client, origin, up, end);
      pass(origin, client, down, end);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new BreakingProxy(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  [Symbol.dispose](): void {
    this.#server.close();
  }
}

function pass(from: Socket, to: Socket, bytesMax: number, end: () => void): void {
  let bytes = 0;
  from.on("data", (piece) => {
    bytes += piece.length;
    if (bytes > bytesMax) end();
  });
  from.pipe(to);
}
