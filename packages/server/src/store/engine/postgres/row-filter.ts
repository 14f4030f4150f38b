import type { AccountScope } from "../../account-scope.ts";

/** Builds the conditions of a query. They begin with the account, so that no query can be built without one. */
export class RowFilter {
  readonly accountId: AccountScope;
  readonly values: unknown[] = [];
  readonly #conditions: string[] = [];

  constructor(accountId: AccountScope) {
    this.accountId = accountId;
    if (accountId !== null) this.equals("account_id", accountId ?? null);
  }

  equals(column: string, value: number | string | null | undefined): this {
    return value === undefined ? this : this.is(`${column} = ${this.bind(value)}`);
  }

  among(column: string, values: readonly number[] | undefined): this {
    return values === undefined ? this : this.is(`${column} = ANY (${this.bind(values)}::int8[])`);
  }

  notAmong(column: string, values: readonly number[] | undefined): this {
    return values === undefined ? this : this.is(`${column} <> ALL (${this.bind(values)}::int8[])`);
  }

  /** At least this. */
  from(column: string, value: number | undefined): this {
    return value === undefined ? this : this.is(`${column} >= ${this.bind(value)}`);
  }

  /** Less than this. */
  to(column: string, value: number | undefined): this {
    return value === undefined ? this : this.is(`${column} < ${this.bind(value)}`);
  }

  before(id: number | undefined): this {
    return this.to("id", id);
  }

  is(condition: string | null): this {
    if (condition !== null) this.#conditions.push(condition);
    return this;
  }

  /** Binds a value and returns its placeholder. */
  bind(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  get where(): string {
    return this.#conditions.length === 0 ? "" : `WHERE ${this.#conditions.join(" AND ")}`;
  }
}
