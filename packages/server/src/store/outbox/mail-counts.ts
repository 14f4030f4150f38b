import { sql } from "kysely";
import type { StoreWriter } from "../engine/store-writer.ts";

/**
 * Counts the mails that each account has sent on a day (days since 1970, UTC). The counts lie beside the outbox, so
 * that a restart does not reset them.
 *
 * Promises: `take` never lets an account exceed `max`, however many deliverers call it at once.
 */
export interface MailCounts {
  sent(accountId: number, day: number): Promise<number>;
  /** Counts these mails unless the account would exceed `max`. Resolves to whether they were counted. */
  take(accountId: number, day: number, mails: number, max: number): Promise<boolean>;
  /** Takes back mails that were counted but not sent. */
  giveBack(accountId: number, day: number, mails: number): Promise<void>;
  /** Records that the account has reached its limit. Resolves to true the first time on that day. */
  noteLimit(accountId: number, day: number): Promise<boolean>;
  forgetBefore(day: number): Promise<void>;
}

export function mailCounts(writer: StoreWriter): MailCounts {
  const mailDays = writer.dialect.table("mail_days");
  return {
    async sent(accountId, day) {
      const rows = await writer.rows(
        sql<{
          mails: number;
        }>`SELECT mails FROM ${mailDays} WHERE account_id = ${accountId} AND day = ${day}`,
      );
      return rows[0]?.mails ?? 0;
    },

    async take(accountId, day, mails, max) {
      if (mails > max) return false;
      const changes = await writer.change(sql`
        INSERT INTO ${mailDays} AS kept (account_id, day, mails) VALUES (${accountId}, ${day}, ${mails})
        ON CONFLICT (account_id, day) DO UPDATE SET mails = kept.mails + excluded.mails
        WHERE kept.mails + excluded.mails <= ${max}`);
      return changes > 0;
    },

    async giveBack(accountId, day, mails) {
      await writer.change(sql`
        UPDATE ${mailDays} SET mails = CASE WHEN mails > ${mails} THEN mails - ${mails} ELSE 0 END
        WHERE account_id = ${accountId} AND day = ${day}`);
    },

    async noteLimit(accountId, day) {
      const changes = await writer.change(sql`
        INSERT INTO ${mailDays} AS kept (account_id, day, mails, limit_noted) VALUES (${accountId}, ${day}, 0, true)
        ON CONFLICT (account_id, day) DO UPDATE SET limit_noted = true WHERE NOT kept.limit_noted`);
      return changes > 0;
    },

    async forgetBefore(day) {
      await writer.change(sql`DELETE FROM ${mailDays} WHERE day < ${day}`);
    },
  };
}
