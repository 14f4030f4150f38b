import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { AccountScope } from "../account-scope.ts";
import type { StoreDialect } from "./store-dialect.ts";

/** Builds the conditions of a query. They begin with the account, so that no query can be built without one. */
export class RowFilter {
  readonly accountId: AccountScope;
  readonly #dialect: StoreDialect;
  readonly #conditions: RawBuilder<unknown>[] = [];

  constructor(dialect: StoreDialect, accountId: AccountScope) {
    this.accountId = accountId;
    this.#dialect = dialect;
    // Callers without types may pass undefined, which must not mean every account.
    if (accountId !== null) this.is(sql`account_id = ${accountId ?? null}`);
  }

  /** Adds a condition only if a value is given, so that the engine can pick the matching index. */
  equals(column: string, value: number | string | undefined): this {
    return value === undefined ? this : this.is(sql`${sql.ref(column)} = ${value}`);
  }

  among(column: string, values: readonly number[] | undefined): this {
    return values === undefined ? this : this.is(this.#dialect.among(column, values));
  }

  notAmong(column: string, values: readonly number[] | undefined): this {
    return values === undefined ? this : this.is(sql`NOT (${this.#dialect.among(column, values)})`);
  }

  /** At least this. */
  from(column: string, value: number | undefined): this {
    return value === undefined ? this : this.is(sql`${sql.ref(column)} >= ${value}`);
  }

  /** Less than this. */
  to(column: string, value: number | undefined): this {
    return value === undefined ? this : this.is(sql`${sql.ref(column)} < ${value}`);
  }

  before(id: number | undefined): this {
    return this.to("id", id);
  }

  is(condition: RawBuilder<unknown> | null): this {
    if (condition !== null) this.#conditions.push(condition);
    return this;
  }

  get where(): RawBuilder<SqlBool> {
    return this.#conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(this.#conditions, sql` AND `)}`;
  }
}
