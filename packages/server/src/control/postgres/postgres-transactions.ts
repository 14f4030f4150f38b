import { type Kysely, sql } from "kysely";
import pg from "pg";
import type { ControlTransaction } from "../control.ts";
import type { ControlSchema } from "../control-schema.ts";

/** How often the work of a transaction is run at most. */
const attemptsMax = 10;
/** How long a transaction waits for what another one has locked, before it is run again; also for its turn in the line. */
const lockMaxMs = 2_000;
/** What connections of transactions are set to. */
export const transactionSettings = { lock_timeout: String(lockMaxMs) };
/** The one line in which work that has to be run again waits, whichever process it is of. */
const lineKey = 7_305_804_402;
const lockTimeout = "55P03";

/**
 * Transactions run side by side, and PostgreSQL refuses to commit those that could not have run one after the other. Their work is then run
 * again, one at a time: what waits in line gets in the way of nothing else that waits, so it is not refused over and over.
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

/** The lock is of the connection, not of the transaction, which would not see what was committed while it waited for its first statement. */
async function runInLine<T>(
  connection: Kysely<ControlSchema>,
  work: (tx: ControlTransaction) => Promise<T>,
  isKept: (answer: T) => boolean,
): Promise<T> {
  const isInLine = await tryToQueue(connection);
  try {
    return await runOnce(connection, work, isKept);
  } finally {
    // A connection that was lost has lost its locks as well.
    if (isInLine) await sql`SELECT pg_advisory_unlock(${lineKey})`.execute(connection).catch(() => {});
  }
}

/** False where its turn did not come, because whoever is first has stopped. The work then runs without the line. */
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
    const answer = await work(tx);
    await (isKept(answer) ? tx.commit() : tx.rollback()).execute();
    return answer;
  } catch (fault) {
    if (!tx.isRolledBack) await tx.rollback().execute();
    throw fault;
  }
}

/**
 * Serialisation failures, deadlocks, rows that stay locked, and keys that are taken: work checks keys before it writes them, so one that
 * is taken nevertheless was taken meanwhile.
 */
function isConflict(fault: unknown): boolean {
  return ["40001", "40P01", "23505", lockTimeout].includes(codeOf(fault));
}

function codeOf(fault: unknown): string {
  return fault instanceof pg.DatabaseError ? (fault.code ?? "") : "";
}
