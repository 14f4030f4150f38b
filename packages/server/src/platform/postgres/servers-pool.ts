import pg from "pg";
import { toConnectFault } from "./postgres-unavailable.ts";

/** Only a server that accepts writes is useful; a standby refuses them until it takes over. */
const isStandbySql = "SELECT pg_is_in_recovery() AS is_standby";

/** The callbacks that the pool and its callers pass. */
type Connected = ((fault: Error) => void) | ((fault: null, client: pg.Client) => void);
type Acquired = (fault: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/** The server is a standby, which accepts only reads. */
class StandbyError extends Error {
  /** PostgreSQL's own code for a write on a standby. */
  readonly code = "25006";
}

/**
 * A pool of connections to the one of several servers that accepts writes. Asking for a connection tries all servers in turn, and
 * fails with PostgresUnavailableError if none of them can be reached and accepts writes.
 */
export class ServersPool extends pg.Pool {
  readonly #servers: readonly string[];

  /** `servers` are connection strings. */
  constructor(servers: readonly string[], config: pg.PoolConfig) {
    super({
      ...config,
      ...(servers.length === 1 ? {} : { Client: clientOf((failed) => this.#turnFrom(failed)) }),
    });
    this.#servers = servers;
    // The driver hides a separate password, but not one within an address, when the pool's options are printed.
    Object.defineProperty(this.options, "connectionString", {
      enumerable: false,
      writable: true,
      value: servers[0],
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(done: Acquired): void;
  override connect(done?: Acquired): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connectToAny();
    if (done === undefined) return connecting;
    connecting.then(
      (client) => done(undefined, client, () => client.release()),
      (fault: Error) => done(fault, undefined, () => undefined),
    );
    return undefined;
  }

  /** Each failed connection has turned the pool to the next server. */
  async #connectToAny(): Promise<pg.PoolClient> {
    for (let tried = 1; ; tried++) {
      try {
        return await super.connect();
      } catch (fault) {
        if (tried >= this.#servers.length || this.ending) throw toConnectFault(fault);
      }
    }
  }

  /** Many connections fail at once. Only the first of them turns the pool away from their server. */
  #turnFrom(failed: string): void {
    if (this.options.connectionString !== failed) return;
    const place = this.#servers.indexOf(failed);
    this.options.connectionString = this.#servers[(place + 1) % this.#servers.length];
  }
}

/** A connection that calls `turnFrom` with its server if it cannot be made, or was made to a standby. */
function clientOf(turnFrom: (server: string) => void): typeof pg.Client {
  return class extends pg.Client {
    readonly #server: string;

    constructor(config: pg.ClientConfig) {
      super(config);
      this.#server = config.connectionString!;
      // The pool listens only once `connect` is done. A connection that is lost while the server is asked would end the process.
      this.on("error", () => undefined);
    }

    override connect(): Promise<pg.Client>;
    override connect(done: Connected): void;
    override connect(done?: Connected): Promise<pg.Client> | undefined {
      const connecting = this.#connect();
      if (done === undefined) return connecting;
      const call = done as (fault: Error | null, client?: pg.Client) => void;
      connecting.then(
        (client) => call(null, client),
        (fault: Error) => {
          turnFrom(this.#server);
          call(fault);
        },
      );
      return undefined;
    }

    async #connect(): Promise<pg.Client> {
      await super.connect();
      const { rows } = await this.query<{ is_standby: boolean }>(isStandbySql);
      if (!rows[0]!.is_standby) return this;
      await this.end();
      throw new StandbyError("The server is a standby, and takes no writes.");
    }
  };
}
