import type { MessageKind, MessageState } from "@weir/protocol/closed-sets";
import { sql } from "kysely";
import { RowFilter } from "../engine/row-filter.ts";
import type { StoreReader } from "../engine/store-reader.ts";
import type { Paging } from "../paging.ts";
import { type OutboxRecord, type RecordRow, recordOf, recordSelectList } from "./record.ts";

/**
 * Answers people's questions about the outbox. It reads beside the processor and changes nothing.
 *
 * Promises: a page that continues `beforeId` the last row of an earlier page repeats no row and leaves out none that
 * existed throughout. Each answer is a snapshot of one moment; two answers may be of different moments.
 */
export interface OutboxQueries {
  /** Newest first. */
  list(query: OutboxListQuery): Promise<OutboxRecord[]>;
  find(id: number): Promise<OutboxRecord | null>;
  /**
   * Mails that chains of the account have sent on that day (days since 1970, UTC). A mail to three addresses counts as
   * three.
   */
  mailsOn(accountId: number, day: number): Promise<number>;
  /** The `limit` accounts that sent the most mails on that day, among those with at least `mailsMin`. */
  accountsMailing(day: number, mailsMin: number, limit: number): Promise<number[]>;
  /** Hours from `sinceHour` (hours since 1970) in which channels of the account were over their limit, oldest first. */
  limitedHours(accountId: number, sinceHour: number): Promise<LimitedHour[]>;
  close(): Promise<void>;
}

export interface OutboxListQuery extends Paging {
  readonly accountId?: number;
  readonly state?: MessageState;
  readonly kind?: MessageKind;
  /** Only rows of these sensors; an empty list selects no row. */
  readonly sensorIds?: readonly number[];
  readonly chainId?: number;
  readonly nodeId?: string;
}

/** An hour in which a channel was over its limit. */
export interface LimitedHour {
  /** UUID of the channel. */
  readonly channel: string;
  /** Hours since 1970. */
  readonly hour: number;
  /** Changes of alarms that the channel was not told of one by one. */
  readonly leftOut: number;
}

export function outboxQueries(reader: StoreReader): OutboxQueries {
  const { dialect } = reader;
  const mailDays = dialect.table("mail_days");

  async function page(filter: RowFilter, limit: number): Promise<OutboxRecord[]> {
    const rows = await reader.rows(
      filter.accountId,
      sql<RecordRow>`
        SELECT ${sql.raw(recordSelectList)} FROM ${dialect.table("outbox")} ${filter.where}
        ORDER BY id DESC LIMIT ${limit}`,
    );
    return rows.map(recordOf);
  }

  return {
    list(query) {
      const filter = new RowFilter(dialect, query.accountId ?? null)
        .equals("state", query.state)
        .equals("kind", query.kind)
        .among("sensor_id", query.sensorIds)
        .equals("chain_id", query.chainId)
        .equals("node_id", query.nodeId)
        .before(query.beforeId);
      return page(filter, query.limit);
    },

    async find(id) {
      return (await page(new RowFilter(dialect, null).equals("id", id), 1))[0] ?? null;
    },

    async mailsOn(accountId, day) {
      const rows = await reader.rows(
        accountId,
        sql<{
          mails: number;
        }>`SELECT mails FROM ${mailDays} WHERE account_id = ${accountId} AND day = ${day}`,
      );
      return rows[0]?.mails ?? 0;
    },

    async accountsMailing(day, mailsMin, limit) {
      const rows = await reader.rows(
        null,
        sql<{ accountId: number }>`
          SELECT account_id AS "accountId" FROM ${mailDays} WHERE day = ${day} AND mails >= ${mailsMin}
          ORDER BY mails DESC LIMIT ${limit}`,
      );
      return rows.map(({ accountId }) => accountId);
    },

    limitedHours: (accountId, sinceHour) =>
      reader.rows(
        accountId,
        sql<LimitedHour>`
          SELECT channel, hour, left_out AS "leftOut" FROM ${dialect.table("channel_hours")}
          WHERE account_id = ${accountId} AND hour >= ${sinceHour} AND left_out > 0 ORDER BY hour`,
      ),

    close: () => reader.close(),
  };
}
