import type { RawBuilder } from "kysely";
import type { BuildStatement, PreparedStatement } from "./prepared-statement.ts";
import type { WriteDialect } from "./store-dialect.ts";

/**
 * Changes the store beside the batches of the processor, with the same SQL on every engine.
 *
 * Promises: a statement, or all those of a transaction, changes everything or nothing. Faults of the engine are StoreFault.
 */
export interface StoreWriter {
  readonly dialect: WriteDialect;
  /**
   * Builds a statement that runs often once. An engine on another machine keeps the plan of a statement with a name, which no
   * other statement may have.
   */
  prepare<Values, Row>(build: BuildStatement<Values, Row>, name?: string): PreparedStatement<Values, Row>;
  /** Resolves to the rows that the statement returns. */
  rows<Row>(statement: RawBuilder<Row>): Promise<Row[]>;
  /** Resolves to how many rows the statement changed. */
  change(statement: RawBuilder<unknown>): Promise<number>;
  /** Runs the statements that the work yields in one transaction. The work may run again, and must change nothing else. */
  transact<T>(work: () => Work<T>): Promise<T>;
}

/**
 * Yields statements and gets the rows of each. A generator, because SQLite runs a transaction at once: nothing else may use its
 * connection meanwhile.
 */
export type Work<T> = Generator<RawBuilder<unknown>, T, unknown[]>;

/** Within work: runs a statement and returns its rows. */
export function* rowsOf<Row>(statement: RawBuilder<Row>): Work<Row[]> {
  return (yield statement) as Row[];
}
