import type { Database, Statement } from "bun:sqlite";
import type { MailCounts } from "../mail-counts.ts";

/** On the processor's own connection, like the outbox; called while no transaction is open there. */
export class SqliteMailCounts implements MailCounts {
  readonly #sent: Statement<{ mails: number }, [number, number]>;
  readonly #add: Statement;
  readonly #noteLimit: Statement;
  readonly #forget: Statement;

  constructor(db: Database) {
    this.#sent = db.prepare("SELECT mails FROM mail_days WHERE account_id = ? AND day = ?");
    this.#add = db.prepare(
      `INSERT INTO mail_days (account_id, day, mails) VALUES (?1, ?2, max(?3, 0))
       ON CONFLICT (account_id, day) DO UPDATE SET mails = max(mails + ?3, 0)`,
    );
    this.#noteLimit = db.prepare(
      `INSERT INTO mail_days (account_id, day, mails, limit_noted) VALUES (?, ?, 0, 1)
       ON CONFLICT (account_id, day) DO UPDATE SET limit_noted = 1 WHERE limit_noted = 0`,
    );
    this.#forget = db.prepare("DELETE FROM mail_days WHERE day < ?");
  }

  sent(accountId: number, day: number): number {
    return this.#sent.get(accountId, day)?.mails ?? 0;
  }

  add(accountId: number, day: number, mails: number): void {
    this.#add.run(accountId, day, mails);
  }

  noteLimit(accountId: number, day: number): boolean {
    return this.#noteLimit.run(accountId, day).changes > 0;
  }

  forgetBefore(day: number): void {
    this.#forget.run(day);
  }
}
