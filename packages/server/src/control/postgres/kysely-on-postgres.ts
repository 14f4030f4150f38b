import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import pg from "pg";
import { type Postgres, TransactionAbortedError } from "../../platform/postgres/open-postgres.ts";
import { toPostgresFault } from "../../platform/postgres/postgres-unavailable.ts";
import type { StatementNames } from "./statement-names.ts";

/** Settings of a connection while it is used, such as `search_path`. */
export type SessionSettings = Readonly<Record<string, string>>;

/**
 * A connection keeps plans for this long. A plan that was made while a table was small reads all of the table for a few rows, and
 * PostgreSQL itself makes a new one only minutes after thousands of devices were created.
 */
const plansKeptMs = 5000;

/**
 * Kysely on a pool of connections. Every connection has the settings when it is used. They stay with the connection and are
 * sent again only if they differ, so the pool must be used through this dialect only. Whoever opened the pool closes it;
 * destroying the Kysely instance does not. With `names`, a connection can keep the plans of repeated statements.
 */
export function kyselyOnPostgres(
  postgres: Postgres,
  settings: SessionSettings,
  names: StatementNames | null = null,
): Dialect {
  return {
    createDriver: () => new PoolDriver(postgres, settings, names),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

interface Session {
  /** As they were last sent. */
  settings: SessionSettings;
  /** When its oldest plan may have been made. */
  plansSinceMs: number;
}

const sessions = new WeakMap<pg.PoolClient, Session>();

class PoolDriver implements Driver {
  readonly #postgres: Postgres;
  readonly #settings: SessionSettings;
  readonly #names: StatementNames | null;

  constructor(postgres: Postgres, settings: SessionSettings, names: StatementNames | null) {
    this.#postgres = postgres;
    this.#settings = settings;
    this.#names = names;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PoolConnection> {
    const client = await this.#postgres.pool.connect();
    try {
      await prepareSession(client, this.#settings);
      return new PoolConnection(client, this.#names);
    } catch (fault) {
      client.release(true);
      throw fault;
    }
  }

  async beginTransaction(connection: PoolConnection, settings: TransactionSettings): Promise<void> {
    connection.hasFailed = false;
    const level = settings.isolationLevel ?? "serializable";
    await connection.executeQuery(CompiledQuery.raw(`BEGIN ISOLATION LEVEL ${level}`));
  }

  /** After a failed statement, the server answers a COMMIT with a rollback and no error. */
  async commitTransaction(connection: PoolConnection): Promise<void> {
    if (connection.hasFailed) {
      throw new TransactionAbortedError("A statement of the transaction had failed.");
    }
    await connection.executeQuery(CompiledQuery.raw("COMMIT"));
  }

  /** A connection that cannot roll back is closed, which ends its transaction as well. */
  async rollbackTransaction(connection: PoolConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw("ROLLBACK"));
    } catch {
      connection.isLost = true;
    }
  }

  async releaseConnection(connection: PoolConnection): Promise<void> {
    connection.client.release(connection.isLost);
  }

  async destroy(): Promise<void> {}
}

class PoolConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  /** Whether a statement of the open transaction has failed. */
  hasFailed = false;
  isLost = false;
  readonly #names: StatementNames | null;

  constructor(client: pg.PoolClient, names: StatementNames | null) {
    this.client = client;
    this.#names = names;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const name = this.#names?.of(sql);
      const values = parameters.map(withoutNul);
      const { rows, rowCount } = await this.client.query(
        name === undefined ? { text: sql, values } : { name, text: sql, values },
      );
      return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (fault) {
      this.hasFailed = true;
      // An error of the server itself leaves the connection usable.
      if (!(fault instanceof pg.DatabaseError)) this.isLost = true;
      throw toPostgresFault(fault);
    }
  }

  // biome-ignore lint/correctness/useYield: the interface wants a generator.
  async *streamQuery<Row>(): AsyncGenerator<QueryResult<Row>> {
    throw new Error("Control data is never streamed.");
  }
}

/** PostgreSQL's texts cannot contain this character, so it is removed from what people send. */
function withoutNul(value: unknown): unknown {
  if (typeof value === "string") return value.includes("\0") ? value.replaceAll("\0", "\uFFFD") : value;
  return Array.isArray(value) ? value.map(withoutNul) : value;
}

async function prepareSession(client: pg.PoolClient, settings: SessionSettings): Promise<void> {
  const nowMs = performance.now();
  const session = sessions.get(client) ?? { settings: {}, plansSinceMs: nowMs };
  sessions.set(client, session);
  if (nowMs - session.plansSinceMs > plansKeptMs) {
    session.plansSinceMs = nowMs;
    await client.query("DISCARD PLANS");
  }
  const sent = session.settings;
  if (sent === settings) return;
  const names = Object.keys({ ...sent, ...settings }).filter((name) => sent[name] !== settings[name]);
  if (names.length > 0) {
    const calls = names.map((_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, false)`);
    // Null is the server's default, for what others have set.
    const values = names.flatMap((name) => [name, settings[name] ?? null]);
    await client.query(`SELECT ${calls.join(", ")}`, values);
  }
  session.settings = settings;
}
