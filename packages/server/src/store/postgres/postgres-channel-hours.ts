import { type ChannelHour, type ChannelHours, leftOutNote } from "../channel-hours.ts";
import { changesIn, mergeDigest } from "../merge-digest.ts";
import type { Claim } from "../outbox-store.ts";
import { isClaimed, unclaimed, unheld } from "./postgres-outbox.ts";
import { accountPolicy } from "./row-security.ts";
import type { StoreDatabase } from "./store-database.ts";

export const channelHoursTable = `
CREATE TABLE weir_store.channel_hours (
  account_id int8 NOT NULL,
  channel text NOT NULL,
  hour int4 NOT NULL,
  sent int4 NOT NULL DEFAULT 0,
  left_out int8 NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, channel, hour)
) WITH (fillfactor = 50);
CREATE INDEX channel_hours_by_hour ON weir_store.channel_hours (hour);
${accountPolicy("channel_hours")}`;

/**
 * Counts messages. PostgreSQL applies the changes of several deliverers to a row one after the other. Whoever adds to a summary
 * locks its row, so that nobody sends it meanwhile.
 */
export class PostgresChannelHours implements ChannelHours {
  readonly #database: StoreDatabase;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  async take({ accountId, channel, hour }: ChannelHour, max: number): Promise<number | null> {
    const { rows } = await this.#database.query<{ sent: number }>(
      `INSERT INTO weir_store.channel_hours AS kept (account_id, channel, hour, sent)
       SELECT $1, $2, $3, 1 WHERE $4::int8 > 0
       ON CONFLICT (account_id, channel, hour) DO UPDATE SET sent = kept.sent + 1 WHERE kept.sent < $4::int8
       RETURNING sent`,
      [accountId, channel, hour, max],
    );
    return rows[0]?.sent ?? null;
  }

  async giveBack({ accountId, channel, hour }: ChannelHour): Promise<void> {
    await this.#database.query(
      `UPDATE weir_store.channel_hours SET sent = greatest(sent - 1, 0)
       WHERE account_id = $1 AND channel = $2 AND hour = $3`,
      [accountId, channel, hour],
    );
  }

  leaveOut(
    { id, claim }: Claim,
    leftOut: Parameters<ChannelHours["leaveOut"]>[1],
    nowMs: number,
  ): Promise<boolean> {
    const { accountId, channel, hour, message, summary, summaryKey, summaryDueMs } = leftOut;
    return this.#database.write(async (tx) => {
      const own = await tx.query(`SELECT id FROM weir_store.outbox WHERE ${isClaimed} FOR UPDATE`, [
        id,
        claim,
      ]);
      if (own.rows.length === 0) return true;
      await tx.query(
        `INSERT INTO weir_store.outbox
           (key, account_id, sensor_id, chain_id, node_id, destination, kind, message, created_ms, due_ms)
         SELECT $2, account_id, 0, 0, '', destination, 'notification', $3, $4, $5 FROM weir_store.outbox WHERE id = $1
         ON CONFLICT (key) DO NOTHING`,
        [id, summaryKey, JSON.stringify(summary), nowMs, summaryDueMs],
      );
      const { rows } = await tx.query<{ id: number; message: string }>(
        `SELECT id, message FROM weir_store.outbox
         WHERE key = $1 AND state = 'waiting' AND claimed_by IS NULL FOR UPDATE`,
        [summaryKey],
      );
      const found = rows[0];
      if (found === undefined) return false;
      const merged = mergeDigest(JSON.parse(found.message), [message]);
      await tx.query("UPDATE weir_store.outbox SET message = $2 WHERE id = $1", [
        ...[found.id, JSON.stringify(merged)],
      ]);
      await tx.query(
        `UPDATE weir_store.outbox SET state = 'delivered', settled_ms = $2, last_error = $3, ${unheld}, ${unclaimed}
         WHERE id = $1`,
        [id, nowMs, leftOutNote(found.id)],
      );
      await tx.query(
        `INSERT INTO weir_store.channel_hours AS kept (account_id, channel, hour, left_out) VALUES ($1, $2, $3, $4)
         ON CONFLICT (account_id, channel, hour) DO UPDATE SET left_out = kept.left_out + excluded.left_out`,
        [accountId, channel, hour, changesIn(message)],
      );
      return true;
    });
  }

  async forgetBefore(hour: number): Promise<void> {
    await this.#database.query("DELETE FROM weir_store.channel_hours WHERE hour < $1", [hour]);
  }
}
