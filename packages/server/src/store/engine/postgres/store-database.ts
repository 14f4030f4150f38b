import type {
  Postgres,
  PostgresQuery,
  PostgresResult,
  PostgresSession,
  PostgresTransaction,
  TransactionOptions,
} from "../../../platform/postgres/open-postgres.ts";
import type { AccountScope } from "../../account-scope.ts";
import { toStoreFault } from "./to-store-fault.ts";

const noAccount = -1;

/**
 * The store's tables on PostgreSQL, all in the schema `weir_store`. Every failure of PostgreSQL or the driver is thrown
 * as a StoreFault here, so no adapter can forget to. Errors that the work of a transaction throws itself are thrown
 * unchanged.
 */
export class StoreDatabase implements PostgresSession {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  query<Row = unknown>(
    query: string | PostgresQuery,
    values?: readonly unknown[],
  ): Promise<PostgresResult<Row>> {
    return ask(this.#postgres, query, values);
  }

  /** Writes everything or nothing. If the connection is lost at the commit, it is unknown which. */
  write<T>(work: (tx: PostgresTransaction) => Promise<T>): Promise<T> {
    return this.#transact(work, { isolation: "read committed" });
  }

  /** All statements see the same state of the store, and none may write. */
  read<T>(work: (tx: PostgresSession) => Promise<T>): Promise<T> {
    return this.#transact(work, { isolation: "repeatable read", readOnly: true });
  }

  /**
   * Like `read`, on behalf of an account: the server shows no rows of other accounts (see row-security.ts). Null means
   * all accounts; anything that is not a number means an account without rows.
   */
  readFor<T>(accountId: AccountScope, work: (tx: PostgresSession) => Promise<T>): Promise<T> {
    if (accountId === null) return this.read(work);
    return this.read(async (tx) => {
      const account = Number.isSafeInteger(accountId) ? accountId : noAccount;
      await tx.query("SELECT set_config('weir.account_id', $1, true)", [String(account)]);
      return await work(tx);
    });
  }

  /** Returns the rows that one statement finds on behalf of an account. */
  async rowsFor<Row>(accountId: AccountScope, text: string, values: readonly unknown[]): Promise<Row[]> {
    if (accountId === null) return (await this.query<Row>(text, values)).rows;
    return this.readFor(accountId, async (tx) => (await tx.query<Row>(text, values)).rows);
  }

  async #transact<T>(work: (tx: PostgresTransaction) => Promise<T>, options: TransactionOptions): Promise<T> {
    const thrown = new Set<unknown>();
    try {
      return await this.#postgres.transact(async (session) => {
        try {
          return await work({
            query: (query, values) => ask(session, query, values),
            send: (query) => session.send(query),
          });
        } catch (error) {
          thrown.add(error);
          throw error;
        }
      }, options);
    } catch (error) {
      throw thrown.has(error) ? error : toStoreFault(error);
    }
  }

  close(): Promise<void> {
    return this.#postgres.close();
  }
}

async function ask<Row>(
  session: PostgresSession,
  query: string | PostgresQuery,
  values?: readonly unknown[],
): Promise<PostgresResult<Row>> {
  try {
    return await session.query<Row>(query, values);
  } catch (error) {
    throw toStoreFault(error);
  }
}
