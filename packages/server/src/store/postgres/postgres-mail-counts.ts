import type { MailCounts } from "../mail-counts.ts";
import type { StoreDatabase } from "./store-database.ts";

/**
 * Counts mails. Each change is one statement, and PostgreSQL applies those of several deliverers to a row one after the
 * other.
 */
export class PostgresMailCounts implements MailCounts {
  readonly #database: StoreDatabase;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  async sent(accountId: number, day: number): Promise<number> {
    const { rows } = await this.#database.query<{ mails: number }>(
      "SELECT mails FROM weir_store.mail_days WHERE account_id = $1 AND day = $2",
      [accountId, day],
    );
    return rows[0]?.mails ?? 0;
  }

  take(accountId: number, day: number, mails: number, max: number): Promise<boolean> {
    return this.#change(
      `INSERT INTO weir_store.mail_days AS kept (account_id, day, mails)
       SELECT $1, $2, $3::int8 WHERE $3::int8 <= $4::int8
       ON CONFLICT (account_id, day) DO UPDATE SET mails = kept.mails + $3::int8
       WHERE kept.mails + $3::int8 <= $4::int8`,
      [accountId, day, mails, max],
    );
  }

  async giveBack(accountId: number, day: number, mails: number): Promise<void> {
    await this.#change(
      "UPDATE weir_store.mail_days SET mails = greatest(mails - $3, 0) WHERE account_id = $1 AND day = $2",
      [accountId, day, mails],
    );
  }

  noteLimit(accountId: number, day: number): Promise<boolean> {
    return this.#change(
      `INSERT INTO weir_store.mail_days AS kept (account_id, day, mails, limit_noted) VALUES ($1, $2, 0, true)
       ON CONFLICT (account_id, day) DO UPDATE SET limit_noted = true WHERE NOT kept.limit_noted`,
      [accountId, day],
    );
  }

  async forgetBefore(day: number): Promise<void> {
    await this.#change("DELETE FROM weir_store.mail_days WHERE day < $1", [day]);
  }

  async #change(statement: string, values: readonly unknown[]): Promise<boolean> {
    return ((await this.#database.query(statement, values)).rowCount ?? 0) > 0;
  }
}
