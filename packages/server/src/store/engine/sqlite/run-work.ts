import type { Database } from "bun:sqlite";
import type { RawBuilder } from "kysely";
import type { Work } from "../store-writer.ts";
import { sqliteBindings, sqliteStatement } from "./sqlite-store-dialect.ts";

/** Runs the statements that the work yields, one after the other and without a pause. */
export function runWork<T>(db: Database, work: () => Work<T>): T {
  const steps = work();
  let step = steps.next();
  while (!step.done) step = steps.next(sqliteRows(db, step.value));
  return step.value;
}

export function sqliteRows<Row>(db: Database, statement: RawBuilder<Row>): Row[] {
  const { sql, parameters } = sqliteStatement(statement);
  return db.query(sql).all(...sqliteBindings(parameters)) as Row[];
}
