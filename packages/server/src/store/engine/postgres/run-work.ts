import type { RawBuilder } from "kysely";
import type { PostgresQuery, PostgresSession } from "../../../platform/postgres/open-postgres.ts";
import type { Work } from "../store-writer.ts";
import { postgresStatement } from "./postgres-store-dialect.ts";
import { storableText } from "./storable-text.ts";

/** Runs the statements that the work yields, one after the other. */
export async function runWork<T>(session: PostgresSession, work: () => Work<T>): Promise<T> {
  const steps = work();
  let step = steps.next();
  while (!step.done) step = steps.next((await session.query(queryOf(step.value))).rows);
  return step.value;
}

export function queryOf(statement: RawBuilder<unknown>): PostgresQuery {
  const { sql, parameters } = postgresStatement(statement);
  return { text: sql, values: storable(parameters) };
}

/** Texts of devices and chains may contain what PostgreSQL cannot store. */
export function storable(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => (typeof value === "string" ? storableText(value) : value));
}
