import pg from "pg";
import { parsePostgresAddress } from "./postgres-address.ts";
import { postgresValues } from "./postgres-values.ts";

/**
 * A database on PostgreSQL, through a pool of connections. It connects when it is first asked, and again after a connection was
 * lost, so it can be opened before the server is there. Of several servers it uses the one that takes writes: a connection that fails, or
 * ends at a standby, makes the next one go to the next server. Faults are thrown as the driver has them: callers know what they mean.
 */
export interface Postgres extends PostgresSession {
  /** Host, port and database, for logs and messages; never a password. */
  readonly address: string;
  /** For libraries that manage connections themselves. */
  readonly pool: pg.Pool;
  /**
   * Runs the work in one transaction and commits it, unless it throws. Where committing fails because the connection was lost, it is
   * not known whether the server committed.
   */
  transact<T>(work: (session: PostgresSession) => Promise<T>, options: TransactionOptions): Promise<T>;
  /** Waits for connections that are in use. */
  close(): Promise<void>;
}

/** Where statements go: to any connection, or to the one of a transaction. */
export interface PostgresSession {
  query<Row = unknown>(
    query: string | PostgresQuery,
    values?: readonly unknown[],
  ): Promise<PostgresResult<Row>>;
}

/** A statement with a `name` is prepared once per connection. `rowMode: "array"` returns rows as lists. */
export interface PostgresQuery {
  readonly text: string;
  readonly values?: readonly unknown[];
  readonly name?: string;
  readonly rowMode?: "array";
  /** How long to wait for the answer, in place of the usual time. See `answerSlackMs`. */
  readonly query_timeout?: number;
}

export interface PostgresResult<Row> {
  readonly rows: Row[];
  /** How many rows were returned or written; null for statements that do neither. */
  readonly rowCount: number | null;
}

export interface TransactionOptions {
  readonly isolation: "read committed" | "repeatable read" | "serializable";
  readonly readOnly?: boolean;
}

export interface PostgresOptions {
  /** What the server's administrator sees, such as "weir manage". */
  readonly applicationName: string;
  /** Connections at once. Callers past it wait for one, for up to `connectMaxMs`. */
  readonly connectionsMax?: number;
  /** The server ends statements that take longer. */
  readonly statementMaxMs?: number;
  /** The server ends transactions that wait so long for the next statement, as those of a stopped process would. */
  readonly idleInTransactionMaxMs?: number;
  readonly connectMaxMs?: number;
}

const defaults = {
  connectionsMax: 10,
  statementMaxMs: 30_000,
  idleInTransactionMaxMs: 10_000,
  connectMaxMs: 5_000,
};

/** How much longer than the server we wait for an answer before the connection counts as lost. */
const answerSlackMs = 5_000;
/** Connections that nobody used for so long are closed. */
const unusedMaxMs = 60_000;
/** When an idle connection is first probed. */
const keepAliveMs = 10_000;

export function openPostgres(url: string, options: PostgresOptions): Postgres {
  const { connectionStrings, shown } = parsePostgresAddress(url);
  const { applicationName, ...given } = options;
  const limits = { ...defaults, ...given };
  const pool = new pg.Pool({
    ...(connectionStrings.length === 1
      ? {}
      : { Client: clientOf(() => turnToNext(pool, connectionStrings)) }),
    application_name: applicationName,
    max: limits.connectionsMax,
    connectionTimeoutMillis: limits.connectMaxMs,
    statement_timeout: limits.statementMaxMs,
    query_timeout: limits.statementMaxMs + answerSlackMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMaxMs,
    idleTimeoutMillis: unusedMaxMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    types: postgresValues,
  });
  // The driver hides a password of its own, but not one in an address, from whoever writes the pool's options down.
  Object.defineProperty(pool.options, "connectionString", {
    ...{ enumerable: false, writable: true, value: connectionStrings[0] },
  });
  // Statements on a lost connection fail by themselves, and the pool forgets it. Without a listener the process would end.
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  return new PostgresPool(pool, shown);
}

/** Only a server that takes writes is of use; a standby refuses them until it takes over. */
const isStandbySql = "SELECT pg_is_in_recovery() AS is_standby";

/** What the pool passes to be called back. */
type Connected = ((fault: Error) => void) | ((fault: null, client: pg.Client) => void);

/** A connection that calls `turn` where it cannot be made, or was made to a standby. */
function clientOf(turn: () => void): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(done: Connected): void;
    override connect(done?: Connected): Promise<pg.Client> | undefined {
      const connecting = this.#connect();
      if (done === undefined) return connecting;
      const call = done as (fault: Error | null, client?: pg.Client) => void;
      connecting.then(
        (client) => call(null, client),
        (fault: Error) => {
          turn();
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

/** The server that was reached waits to take over from another, and only lets others read. */
export class StandbyError extends Error {
  /** What PostgreSQL itself says to a write there. */
  readonly code = "25006";
}

function turnToNext({ options }: pg.Pool, connectionStrings: readonly string[]): void {
  const place = connectionStrings.indexOf(options.connectionString!);
  options.connectionString = connectionStrings[(place + 1) % connectionStrings.length];
}

class PostgresPool implements Postgres {
  readonly pool: pg.Pool;
  readonly address: string;

  constructor(pool: pg.Pool, address: string) {
    this.pool = pool;
    this.address = address;
  }

  async query<Row>(query: string | PostgresQuery, values?: readonly unknown[]): Promise<PostgresResult<Row>> {
    return await ask<Row>(this.pool, query, values);
  }

  async transact<T>(work: (session: PostgresSession) => Promise<T>, options: TransactionOptions): Promise<T> {
    const client = await this.pool.connect();
    const session: PostgresSession = { query: (query, values) => ask(client, query, values) };
    let isUsable = false;
    try {
      await client.query(`BEGIN ISOLATION LEVEL ${options.isolation}${options.readOnly ? " READ ONLY" : ""}`);
      const answer = await work(session);
      await commit(client);
      isUsable = true;
      return answer;
    } catch (fault) {
      isUsable = await canRollBack(client);
      throw fault;
    } finally {
      client.release(!isUsable);
    }
  }

  async close(): Promise<void> {
    if (!this.pool.ending) await this.pool.end();
  }
}

async function ask<Row>(
  on: pg.Pool | pg.PoolClient,
  query: string | PostgresQuery,
  values?: readonly unknown[],
): Promise<PostgresResult<Row>> {
  const asked = typeof query === "string" ? { text: query } : query;
  const { rows, rowCount } = await on.query({ ...asked, values: [...(values ?? asked.values ?? [])] });
  return { rows: rows as Row[], rowCount };
}

/** The server answers COMMIT with ROLLBACK, and no error, where a statement had failed and the work went on regardless. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query("COMMIT");
  if (command !== "COMMIT") throw new TransactionAbortedError("A statement of the transaction had failed.");
}

/** The work of a transaction went on after one of its statements failed, so nothing of it was committed. */
export class TransactionAbortedError extends Error {
  readonly code = "transaction_aborted";
}

/** Whether the connection can be used again. One that cannot even roll back is closed, which ends its transaction as well. */
async function canRollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query("ROLLBACK");
    return true;
  } catch {
    return false;
  }
}

function ignore(): void {}
