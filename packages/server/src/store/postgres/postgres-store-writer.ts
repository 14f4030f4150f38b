import type { RawBuilder } from "kysely";
import type { PostgresQuery } from "../../platform/postgres/open-postgres.ts";
import type { StoreWriter, Work } from "../engine/store-writer.ts";
import { postgresStatement, postgresStoreDialect } from "./postgres-store-dialect.ts";
import { storableText } from "./storable-text.ts";
import type { StoreDatabase } from "./store-database.ts";

/** Changes the store of a cluster. PostgreSQL applies the changes of several processes to a row one after the other. */
export class PostgresStoreWriter implements StoreWriter {
  readonly dialect = postgresStoreDialect;
  readonly #database: StoreDatabase;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  async rows<Row>(statement: RawBuilder<Row>): Promise<Row[]> {
    return (await this.#database.query<Row>(queryOf(statement))).rows;
  }

  async change(statement: RawBuilder<unknown>): Promise<number> {
    return (await this.#database.query(queryOf(statement))).rowCount ?? 0;
  }

  transact<T>(work: () => Work<T>): Promise<T> {
    return this.#database.write(async (tx) => {
      const steps = work();
      let step = steps.next();
      while (!step.done) step = steps.next((await tx.query(queryOf(step.value))).rows);
      return step.value;
    });
  }
}

/** Texts of devices and chains may contain what PostgreSQL cannot store. */
function queryOf(statement: RawBuilder<unknown>): PostgresQuery {
  const { sql, parameters } = postgresStatement(statement);
  const values = parameters.map((value) => (typeof value === "string" ? storableText(value) : value));
  return { text: sql, values };
}
