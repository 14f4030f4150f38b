import type { Database, Statement } from "bun:sqlite";
import type { MailCounts } from "../mail-counts.ts";

/** Counts mails on the processor's connection, like the outbox; called while no transaction is open there. */
export class SqliteMailCounts implements MailCounts {
  readonly #sent: Statement<{ mails: number }, [number, number]>;
  readonly #take: Statement;
  readonly #giveBack: Statement;
  readonly #noteLimit: Statement;
  readonly #forget: Statement;

  constructor(db: Database) {
    this.#sent = db.prepare("SELECT mails FROM mail_days WHERE account_id = ? AND day = ?");
    this.#take = db.prepare(
      `INSERT INTO mail_days (account_id, day, mails) SELECT ?1, ?2, ?3 WHERE ?3 <= ?4
       ON CONFLICT (account_id, day) DO UPDATE SET mails = mails + ?3 WHERE mails + ?3 <= ?4`,
    );
    this.#giveBack = db.prepare(
      "UPDATE mail_days SET mails = max(mails - ?3, 0) WHERE account_id = ?1 AND day = ?2",
    );
    this.#noteLimit = db.prepare(
      `INSERT INTO mail_days (account_id, day, mails, limit_noted) VALUES (?, ?, 0, 1)
       ON CONFLICT (account_id, day) DO UPDATE SET limit_noted = 1 WHERE limit_noted = 0`,
    );
    this.#forget = db.prepare("DELETE FROM mail_days WHERE day < ?");
  }

  async sent(accountId: number, day: number): Promise<number> {
    return this.#sent.get(accountId, day)?.mails ?? 0;
  }

  async take(accountId: number, day: number, mails: number, max: number): Promise<boolean> {
    return this.#take.run(accountId, day, mails, max).changes > 0;
  }

  async giveBack(accountId: number, day: number, mails: number): Promise<void> {
    this.#giveBack.run(accountId, day, mails);
  }

  async noteLimit(accountId: number, day: number): Promise<boolean> {
    return this.#noteLimit.run(accountId, day).changes > 0;
  }

  async forgetBefore(day: number): Promise<void> {
    this.#forget.run(day);
  }
}
