import { type Database, SQLiteError, type Statement } from "bun:sqlite";
import { StoreFault } from "../../store-fault.ts";

/**
 * Makes a connection throw a StoreFault when SQLite fails. All adapters on the connection share it, so none of them can
 * forget to. The cost of the extra call is too small to measure.
 */
export function translateFaults(db: Database): Database {
  const known = new WeakSet<Statement>();
  const translated = (statement: Statement): Statement => {
    if (known.has(statement)) return statement;
    known.add(statement);
    statement.run = translating(statement.run.bind(statement));
    statement.get = translating(statement.get.bind(statement));
    statement.all = translating(statement.all.bind(statement));
    statement.values = translating(statement.values.bind(statement));
    return statement;
  };
  const query = translating(db.query.bind(db));
  const prepare = translating(db.prepare.bind(db));
  const transaction = db.transaction.bind(db);
  return Object.assign(db, {
    run: translating(db.run.bind(db)),
    query: (sql: string) => translated(query(sql)),
    prepare: (sql: string) => translated(prepare(sql)),
    // Its own statements, such as COMMIT, are not created by `prepare`.
    transaction: (work: () => unknown) => {
      const inTransaction = transaction(work);
      const immediate = translating(inTransaction.immediate);
      return Object.assign(
        translating(() => inTransaction()),
        { immediate },
      );
    },
  });
}

/** Returns the engine's own code, if the fault has one. */
export function faultCode(error: unknown): string | null {
  const { cause } = error instanceof StoreFault ? error : { cause: error };
  return cause instanceof SQLiteError ? (cause.code ?? null) : null;
}

function translating<Args extends unknown[], Result>(
  method: (...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => {
    try {
      return method(...args);
    } catch (error) {
      throw error instanceof SQLiteError ? storeFault(error) : error;
    }
  };
}

function storeFault(error: SQLiteError): StoreFault {
  return new StoreFault(error.message, {
    cause: error,
    isOfDisk: isOfDisk(error.code),
    isOfData: isOfData(error.code),
  });
}

/** Returns true for values that the file cannot hold: a broken constraint, a wrong type, a text that is too long. */
function isOfData(code = ""): boolean {
  return ["SQLITE_CONSTRAINT", "SQLITE_MISMATCH", "SQLITE_TOOBIG"].some((kind) => code.startsWith(kind));
}

/** Returns true for a disk error, false for a full disk or a lock. */
function isOfDisk(code = ""): boolean {
  return code.startsWith("SQLITE_IOERR") && code !== "SQLITE_IOERR_SHMSIZE";
}
