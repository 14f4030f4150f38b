import { createConnection, createServer, type Server, type Socket } from "node:net";

/** Passes connections on to a local port until it is told to lose an answer. */
export class LossyProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #losing: string | null = null;

  static async start(targetPort: number): Promise<LossyProxy> {
    const proxy = new LossyProxy(targetPort);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  private constructor(targetPort: number) {
    this.#server = createServer((client) => this.#pass(client, createConnection(targetPort, "127.0.0.1")));
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  /**
   * A request that contains this text still reaches the server, but the connection ends before its answer comes back.
   */
  loseAnswersTo(text: string): void {
    this.#losing = text;
  }

  loseNothing(): void {
    this.#losing = null;
  }

  #pass(client: Socket, server: Socket): void {
    let isLosing = false;
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        this.#sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.on("data", (data) => {
      if (this.#losing !== null && data.includes(this.#losing)) isLosing = true;
      server.write(data);
    });
    server.on("data", (data) => {
      if (isLosing) client.destroy();
      else client.write(data);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
