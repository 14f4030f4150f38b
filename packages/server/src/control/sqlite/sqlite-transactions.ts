import { type Database, SQLiteError } from "bun:sqlite";
import { Kysely } from "kysely";
import { workWithoutGivingWay } from "../../platform/give-way.ts";
import type { ControlTransaction } from "../control.ts";
import type { ControlSchema } from "../control-schema.ts";
import { bunSqliteDialect } from "./bun-sqlite-dialect.ts";

/** How long a transaction waits for those of other processes, and how often it checks. */
const busyMaxMs = 10_000;
const busyPauseMs = 5;

/**
 * Runs transactions on one connection, one after the other. Each takes the file's write lock at its beginning: a transaction
 * that reads first and writes later could not be upgraded if another process wrote in between, and what it had checked would no
 * longer be true. Waiting for another process does not block this one, because SQLite itself is told not to wait.
 */
export class SqliteTransactions {
  readonly #db: Kysely<ControlSchema>;

  constructor(writer: Database) {
    writer.run("PRAGMA busy_timeout = 0");
    this.#db = new Kysely<ControlSchema>({ dialect: bunSqliteDialect(writer) });
  }

  async run<T>(
    work: (tx: ControlTransaction) => Promise<T>,
    isKept: (answer: T) => boolean = () => true,
  ): Promise<T> {
    const tx = await this.#begin();
    try {
      const answer = await workWithoutGivingWay(() => work(tx));
      await (isKept(answer) ? tx.commit() : tx.rollback()).execute();
      return answer;
    } catch (fault) {
      if (!tx.isRolledBack) await tx.rollback().execute();
      throw fault;
    }
  }

  async close(): Promise<void> {
    await this.#db.destroy();
  }

  async #begin() {
    const deadlineMs = performance.now() + busyMaxMs;
    for (;;) {
      try {
        return await this.#db.startTransaction().execute();
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadlineMs) throw error;
        await Bun.sleep(busyPauseMs);
      }
    }
  }
}

/** Happens only at the beginning: a transaction that holds the write lock waits for nothing else. */
function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && error.code === "SQLITE_BUSY";
}
