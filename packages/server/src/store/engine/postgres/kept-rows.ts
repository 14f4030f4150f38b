import type { PostgresSession } from "../../../platform/postgres/open-postgres.ts";

/** Stands for rows that belong to no account. */
const noAccount = -1;

/**
 * Counts the rows of a list that is limited per account, in the transaction that adds or deletes them. A process that
 * deletes a row subtracts it in its own partition, even if another partition had counted it, so that no two processors
 * write the same row here. The count of one partition may therefore be below 0; only the sum is meaningful.
 */
export class KeptRows {
  readonly #subject: string;

  constructor(subject: string) {
    this.#subject = subject;
  }

  /** Counts one new row for each of the accounts. */
  came(tx: PostgresSession, partition: number, accountIds: readonly (number | null)[]): Promise<void> {
    return this.#add(tx, partition, accountIds, 1);
  }

  went(tx: PostgresSession, partition: number, accountIds: readonly (number | null)[]): Promise<void> {
    return this.#add(tx, partition, accountIds, -1);
  }

  /** Returns the accounts with more rows than `max`, and their numbers of rows. */
  async past(
    tx: PostgresSession,
    accountIds: readonly (number | null)[],
    max: number,
  ): Promise<{ accountId: number | null; rows: number }[]> {
    const { rows } = await tx.query<{ accountId: number; rows: number }>({
      name: "kept rows past limit",
      text: `SELECT account_id AS "accountId", sum(rows)::int8 AS rows FROM weir_store.kept_rows
        WHERE subject = $1 AND account_id = ANY ($2::int8[])
        GROUP BY account_id HAVING sum(rows) > $3 ORDER BY account_id`,
      values: [this.#subject, [...new Set(accountIds.map((id) => id ?? noAccount))], max],
    });
    return rows.map(({ accountId, rows }) => ({
      accountId: accountId === noAccount ? null : accountId,
      rows,
    }));
  }

  /** Returns the rows of all accounts, and the account that has the most. */
  async all(tx: PostgresSession): Promise<{ rows: number; mostOf: number }> {
    const { rows } = await tx.query<{ accountId: number; rows: number; total: number }>({
      name: "all kept rows",
      text: `SELECT account_id AS "accountId", sum(rows)::int8 AS rows, (sum(sum(rows)) OVER ())::int8 AS total
        FROM weir_store.kept_rows WHERE subject = $1 GROUP BY account_id ORDER BY 2 DESC, account_id LIMIT 1`,
      values: [this.#subject],
    });
    return { rows: rows[0]?.total ?? 0, mostOf: rows[0]?.accountId ?? noAccount };
  }

  async #add(
    tx: PostgresSession,
    partition: number,
    accountIds: readonly (number | null)[],
    each: number,
  ): Promise<void> {
    if (accountIds.length === 0) return;
    const sums = new Map<number, number>();
    for (const id of accountIds) sums.set(id ?? noAccount, (sums.get(id ?? noAccount) ?? 0) + each);
    await tx.query({
      name: "count kept rows",
      text: `INSERT INTO weir_store.kept_rows AS kept (subject, partition, account_id, rows)
        SELECT $1, $2, * FROM unnest($3::int8[], $4::int8[])
        ON CONFLICT (subject, account_id, partition) DO UPDATE SET rows = kept.rows + excluded.rows`,
      values: [this.#subject, partition, [...sums.keys()], [...sums.values()]],
    });
  }
}
