import type { SQLQueryBindings } from "bun:sqlite";
import type { AccountScope } from "../chain-queries.ts";

/** Builds the conditions of a query. They begin with the account, so that no query can be built without one. */
export class RowFilter {
  readonly values: SQLQueryBindings[] = [];
  readonly #conditions: string[] = [];

  constructor(accountId: AccountScope) {
    if (accountId !== null) this.#add("account_id = ?", accountId);
  }

  /** Adds a condition only if a value is given, so that SQLite can pick the matching index. */
  equals(column: string, value: number | string | undefined): this {
    return value === undefined ? this : this.#add(`${column} = ?`, value);
  }

  among(column: string, values: readonly number[] | undefined): this {
    if (values === undefined) return this;
    return this.#add(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(values));
  }

  notAmong(column: string, values: readonly number[] | undefined): this {
    if (values === undefined) return this;
    return this.#add(`${column} NOT IN (SELECT value FROM json_each(?))`, JSON.stringify(values));
  }

  /** At least this. */
  from(column: string, value: number | undefined): this {
    return value === undefined ? this : this.#add(`${column} >= ?`, value);
  }

  /** Less than this. */
  to(column: string, value: number | undefined): this {
    return value === undefined ? this : this.#add(`${column} < ?`, value);
  }

  before(id: number | undefined): this {
    return id === undefined ? this : this.#add("id < ?", id);
  }

  is(condition: string | null): this {
    if (condition !== null) this.#conditions.push(condition);
    return this;
  }

  get where(): string {
    return this.#conditions.length === 0 ? "" : `WHERE ${this.#conditions.join(" AND ")}`;
  }

  #add(condition: string, value: SQLQueryBindings): this {
    this.#conditions.push(condition);
    this.values.push(value);
    return this;
  }
}
