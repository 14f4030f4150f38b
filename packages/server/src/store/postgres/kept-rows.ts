import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import { foldByKey } from "./fold-by-key.ts";

/** A row that came or went: whose it is, and the partition that counts it. */
export interface CountedRow {
  readonly accountId: number | null;
  readonly partition: number;
}

/** Stands for rows that are of no account. */
const noAccount = -1;

/** Counts the rows of one list that is bounded by account, in the transaction in which they come and go. */
export class KeptRows {
  readonly #subject: string;

  constructor(subject: string) {
    this.#subject = subject;
  }

  came(tx: PostgresSession, rows: readonly CountedRow[]): Promise<void> {
    return this.#add(tx, rows, 1);
  }

  went(tx: PostgresSession, rows: readonly CountedRow[]): Promise<void> {
    return this.#add(tx, rows, -1);
  }

  /** Accounts with more rows than `max`, and how many. */
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

  /** Rows of all accounts, and the account that has the most. */
  async all(tx: PostgresSession): Promise<{ rows: number; mostOf: number }> {
    const { rows } = await tx.query<{ accountId: number; rows: number; total: number }>({
      name: "all kept rows",
      text: `SELECT account_id AS "accountId", sum(rows)::int8 AS rows, (sum(sum(rows)) OVER ())::int8 AS total
        FROM weir_store.kept_rows WHERE subject = $1 GROUP BY account_id ORDER BY 2 DESC, account_id LIMIT 1`,
      values: [this.#subject],
    });
    return { rows: rows[0]?.total ?? 0, mostOf: rows[0]?.accountId ?? noAccount };
  }

  async #add(tx: PostgresSession, rows: readonly CountedRow[], each: number): Promise<void> {
    if (rows.length === 0) return;
    const counted = rows.map(({ accountId, partition }) => {
      return { accountId: accountId ?? noAccount, partition, rows: each };
    });
    const sums = foldByKey(
      counted,
      (one) => [one.accountId, one.partition],
      (one, other) => ({ ...one, rows: one.rows + other.rows }),
    );
    await tx.query({
      name: "count kept rows",
      text: `INSERT INTO weir_store.kept_rows AS kept (subject, account_id, partition, rows)
        SELECT $1, * FROM unnest($2::int8[], $3::int2[], $4::int8[])
        ON CONFLICT (subject, account_id, partition) DO UPDATE SET rows = kept.rows + excluded.rows`,
      values: [
        this.#subject,
        sums.map(({ accountId }) => accountId),
        sums.map(({ partition }) => partition),
        sums.map((sum) => sum.rows),
      ],
    });
  }
}
