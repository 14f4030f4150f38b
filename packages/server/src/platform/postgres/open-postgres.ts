import type pg from "pg";
import { parsePostgresAddress } from "./postgres-address.ts";
import { toPostgresFault } from "./postgres-unavailable.ts";
import { postgresValues } from "./postgres-values.ts";
import { ServersPool } from "./servers-pool.ts";

/**
 * A database on PostgreSQL, through a pool of connections. It connects with the first statement, and again after a connection
 * was lost, so it can be opened before the server is available. Among several servers it uses the one that accepts writes
 * (servers-pool.ts). A lost or refused connection is thrown as PostgresUnavailableError. Other faults are the driver's own; callers
 * know what they mean.
 */
export interface Postgres extends PostgresSession {
  /** Host, port and database, for logs and messages; never a password. */
  readonly address: string;
  /** For libraries that manage connections themselves. */
  readonly pool: pg.Pool;
  /**
   * Runs the work in one transaction and commits it, unless it throws. If the connection is lost during the commit, it is
   * unknown whether the server committed.
   */
  transact<T>(work: (tx: PostgresTransaction) => Promise<T>, options: TransactionOptions): Promise<T>;
  /** Waits for connections in use. */
  close(): Promise<void>;
}

/** Runs statements: on any connection, or on the one of a transaction. */
export interface PostgresSession {
  query<Row = unknown>(
    query: string | PostgresQuery,
    values?: readonly unknown[],
  ): Promise<PostgresResult<Row>>;
}

export interface PostgresTransaction extends PostgresSession {
  /**
   * Sends a statement whose answer nobody needs, together with the next one that is waited for or with the commit. If it
   * fails, nothing is committed, and its fault is that of the transaction.
   */
  send(query: PostgresQuery): void;
}

/** A statement with a `name` is prepared once per connection. `rowMode: "array"` returns rows as lists. */
export interface PostgresQuery {
  readonly text: string;
  readonly values?: readonly unknown[];
  readonly name?: string;
  readonly rowMode?: "array";
  /** How long to wait for the answer, instead of the default. See `answerSlackMs`. */
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

interface PostgresOptions {
  /** The name that the server's administrator sees, such as "weir manage". */
  readonly applicationName: string;
  /** Maximum number of connections. Further callers wait for one, up to `connectMaxMs`. */
  readonly connectionsMax?: number;
  /** The server cancels statements that take longer. */
  readonly statementMaxMs?: number;
  /** The server ends transactions that wait this long for their next statement, such as those of a stopped process. */
  readonly idleInTransactionMaxMs?: number;
  readonly connectMaxMs?: number;
}

const defaults = {
  connectionsMax: 10,
  statementMaxMs: 30_000,
  idleInTransactionMaxMs: 10_000,
  connectMaxMs: 5_000,
};

/** How much longer than the server's limit we wait for an answer before the connection counts as lost. */
const answerSlackMs = 5_000;
/** Connections that were unused for this long are closed. */
const unusedMaxMs = 60_000;
/** When an idle connection is first probed. */
const keepAliveMs = 10_000;

export function openPostgres(url: string, options: PostgresOptions): Postgres {
  const { connectionStrings, shown } = parsePostgresAddress(url);
  const { applicationName, ...given } = options;
  const limits = { ...defaults, ...given };
  const pool = new ServersPool(connectionStrings, {
    application_name: applicationName,
    max: limits.connectionsMax,
    connectionTimeoutMillis: limits.connectMaxMs,
    statement_timeout: limits.statementMaxMs,
    query_timeout: limits.statementMaxMs + answerSlackMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMaxMs,
    idleTimeoutMillis: unusedMaxMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    // Statements need not wait for the answers to those before them.
    pipeline: true,
    types: postgresValues,
  });
  // Statements on a lost connection fail by themselves, and the pool forgets it. Without a listener the process would end.
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  return new PostgresPool(pool, shown);
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

  async transact<T>(work: (tx: PostgresTransaction) => Promise<T>, options: TransactionOptions): Promise<T> {
    const client = await this.pool.connect();
    const tx = new PipelinedTransaction(client);
    let isUsable = false;
    try {
      tx.send({ text: `BEGIN ISOLATION LEVEL ${options.isolation}${options.readOnly ? " READ ONLY" : ""}` });
      const answer = await work(tx);
      await tx.commit();
      isUsable = true;
      return answer;
    } catch (fault) {
      isUsable = await tx.canRollBack();
      throw tx.faultOfSent ?? fault;
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
  try {
    const { rows, rowCount } = await on.query({ ...asked, values: [...(values ?? asked.values ?? [])] });
    return { rows: rows as Row[], rowCount };
  } catch (fault) {
    throw toPostgresFault(fault);
  }
}

/**
 * Writes statements to the connection as they come, those that were only sent together with the next one. The server
 * runs them in their order, and none after one that failed.
 */
class PipelinedTransaction implements PostgresTransaction {
  readonly #client: pg.PoolClient;
  readonly #sent: Promise<unknown>[] = [];
  /** Whether the connection holds statements back. */
  #isHolding = false;
  /** The fault of the first statement that was sent and failed; null if there is none. */
  faultOfSent: unknown = null;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query<Row>(query: string | PostgresQuery, values?: readonly unknown[]): Promise<PostgresResult<Row>> {
    return this.#write(() => ask<Row>(this.#client, query, values));
  }

  send(query: PostgresQuery): void {
    if (!this.#isHolding) this.#client.connection.stream.cork();
    this.#isHolding = true;
    this.#sent.push(
      ask(this.#client, query).catch((fault: unknown) => {
        this.faultOfSent ??= fault;
      }),
    );
  }

  /** If a statement had failed and the work continued regardless, the server answers COMMIT with ROLLBACK and no error. */
  async commit(): Promise<void> {
    const { command } = await this.#end("COMMIT").catch((fault: unknown) => {
      throw toPostgresFault(fault);
    });
    if (command !== "COMMIT") throw new TransactionAbortedError("A statement of the transaction had failed.");
  }

  /**
   * Returns whether the connection can be used again. One that cannot even roll back is closed, which ends its
   * transaction as well.
   */
  async canRollBack(): Promise<boolean> {
    try {
      await this.#end("ROLLBACK");
      return true;
    } catch {
      return false;
    }
  }

  async #end(text: string): Promise<pg.QueryResult> {
    const answer = this.#write(() => this.#client.query(text));
    try {
      return await answer;
    } finally {
      await Promise.all(this.#sent);
    }
  }

  #write<T>(write: () => T): T {
    const answer = write();
    if (this.#isHolding) this.#client.connection.stream.uncork();
    this.#isHolding = false;
    return answer;
  }
}

/** The work of a transaction continued after one of its statements failed, so nothing was committed. */
export class TransactionAbortedError extends Error {
  readonly code = "transaction_aborted";
}

function ignore(): void {}
