import type { Config } from "../config/settings.ts";

const retryAfterS = 2;

/**
 * Answers at the address of a node that has not started yet because engines are missing, so that monitoring and people
 * learn what it waits for. It releases the address as soon as the node itself can listen.
 */
export class WaitingListener {
  readonly #server: ReturnType<typeof Bun.serve>;
  #missing: readonly string[] = [];
  #notes: readonly string[] = [];

  constructor({ host, tlsCert, tlsKey }: Config, port: number) {
    const tls =
      tlsCert === null || tlsKey === null ? {} : { tls: { cert: Bun.file(tlsCert), key: Bun.file(tlsKey) } };
    this.#server = Bun.serve({ hostname: host, port, ...tls, fetch: (request) => this.#answer(request) });
  }

  /** The engines that the node waits for now, and what an operator has to know about them. */
  readonly waitsFor = (engines: readonly string[], notes: readonly string[] = []): void => {
    this.#missing = engines;
    this.#notes = notes;
  };

  readonly close = async (): Promise<void> => {
    await this.#server.stop(true);
  };

  #answer(request: Request): Response {
    // Health checks of load balancers may come without a host, so the URL may be only a path.
    if (URL.parse(request.url, "http://node")?.pathname === "/healthz")
      return Response.json({ status: "ok" });
    return Response.json(
      {
        status: "unavailable",
        missing: this.#missing,
        ...(this.#notes.length === 0 ? {} : { notes: this.#notes }),
      },
      { status: 503, headers: { "Retry-After": String(retryAfterS) } },
    );
  }
}
