import { type Kysely, sql } from "kysely";
import pg from "pg";
import { workWithoutGivingWay } from "../../platform/give-way.ts";
import type { ControlTransaction } from "../control.ts";
import type { ControlSchema } from "../control-schema.ts";

/** How often the work of a transaction is run at most. */
const attemptsMax = 10;
/**
 * How long a transaction waits for another one's lock before it is run again; also how long it waits for its turn in the line.
 */
const lockMaxMs = 2_000;
/** Settings of connections for transactions. */
export const transactionSettings = { lock_timeout: String(lockMaxMs) };
/** The lock of the line in which work that must be run again waits, across all processes. */
const lineKey = 7_305_804_402;
const lockTimeout = "55P03";

/**
 * Runs transactions side by side; PostgreSQL refuses to commit those that could not have run one after the other. Their work is
 * then run again, one at a time: transactions in line do not conflict with each other, so they are not refused over and over.
 */
export async function runSerializable<T>(
  db: Kysely<ControlSchema>,
  work: (tx: ControlTransaction) => Promise<T>,
  isKept: (answer: T) => boolean = () => true,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db
        .connection()
        .execute((connection) =>
          attempt === 1 ? runOnce(connection, work, isKept) : runInLine(connection, work, isKept),
        );
    } catch (fault) {
      if (!isConflict(fault) || attempt >= attemptsMax) throw fault;
    }
  }
}

/**
 * The lock belongs to the connection, not to the transaction, because a transaction would not see what was committed while it
 * waited for its first statement.
 */
async function runInLine<T>(
  connection: Kysely<ControlSchema>,
  work: (tx: ControlTransaction) => Promise<T>,
  isKept: (answer: T) => boolean,
): Promise<T> {
  const isInLine = await tryToQueue(connection);
  try {
    return await runOnce(connection, work, isKept);
  } finally {
    // A lost connection has lost its locks as well.
    if (isInLine) await sql`SELECT pg_advisory_unlock(${lineKey})`.execute(connection).catch(() => {});
  }
}

/** Resolves to false if its turn did not come, because the first in line has stopped. The work then runs without the line. */
async function tryToQueue(connection: Kysely<ControlSchema>): Promise<boolean> {
  try {
    await sql`SELECT pg_advisory_lock(${lineKey})`.execute(connection);
    return true;
  } catch (fault) {
    if (codeOf(fault) === lockTimeout) return false;
    throw fault;
  }
}

async function runOnce<T>(
  connection: Kysely<ControlSchema>,
  work: (tx: ControlTransaction) => Promise<T>,
  isKept: (answer: T) => boolean,
): Promise<T> {
  const tx = await connection.startTransaction().setIsolationLevel("serializable").execute();
  try {
    const answer = await workWithoutGivingWay(() => work(tx));
    await (isKept(answer) ? tx.commit() : tx.rollback()).execute();
    return answer;
  } catch (fault) {
    if (!tx.isRolledBack) await tx.rollback().execute();
    throw fault;
  }
}

/**
 * Serialisation failures, deadlocks, rows that stay locked, and duplicate keys: work checks keys before it writes them, so a
 * duplicate key was inserted meanwhile.
 */
function isConflict(fault: unknown): boolean {
  return ["40001", "40P01", "23505", lockTimeout].includes(codeOf(fault));
}

function codeOf(fault: unknown): string {
  return fault instanceof pg.DatabaseError ? (fault.code ?? "") : "";
}
