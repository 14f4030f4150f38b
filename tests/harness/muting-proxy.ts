import { connect, createServer, type Server, type Socket } from "node:net";

/** A proxy that can drop a server's answers while requests still reach the server. */
export class MutingProxy implements Disposable {
  readonly #server: Server;
  readonly #clients = new Set<Socket>();
  #isMute = false;

  private constructor(toPort: number) {
    this.#server = createServer((client) => {
      const origin = connect(toPort, "127.0.0.1");
      const end = () => {
        client.destroy();
        origin.destroy();
        this.#clients.delete(client);
      };
      this.#clients.add(client);
      client.on("error", end).on("close", end);
      origin.on("error", end).on("close", end);
      client.pipe(origin);
      origin.on("data", (piece) => {
        if (!this.#isMute) client.write(piece);
      });
    });
  }

  static async open(toPort: number): Promise<MutingProxy> {
    const proxy = new MutingProxy(toPort);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  mute(): void {
    this.#isMute = true;
  }

  /** Ends all connections. New ones get their answers again. */
  reset(): void {
    this.#isMute = false;
    for (const client of this.#clients) client.destroy();
  }

  [Symbol.dispose](): void {
    this.reset();
    this.#server.close();
  }
}
