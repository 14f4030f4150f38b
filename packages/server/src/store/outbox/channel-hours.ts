import type { NotificationMessage } from "@weir/rule-engine/message";
import { sql } from "kysely";
import { rowsOf, type StoreWriter } from "../engine/store-writer.ts";
import { addLike } from "./add-like.ts";
import { claimed, unclaimed, unheld } from "./claims.ts";
import { changesIn, mergeDigest } from "./merge-digest.ts";
import type { Claim } from "./outbox-store.ts";

/**
 * Counts the messages of each channel in an hour (hours since 1970, UTC), and gathers those over its limit. The counts lie
 * beside the outbox, so that a restart does not reset them and all deliverers share them.
 *
 * Promises: `take` never lets a channel exceed `max`, however many deliverers call it at once. `leaveOut` settles a message
 * and adds its alarms to the summary of the hour in one transaction, so each change is notified once, even if a process is
 * killed.
 */
export interface ChannelHours {
  /** Counts a message unless `max` are counted already. Resolves to how many are counted then; null if it was not. */
  take(hour: ChannelHour, max: number): Promise<number | null>;
  /** Takes back a message that was counted but not sent. */
  giveBack(hour: ChannelHour): Promise<void>;
  /**
   * Resolves to false if the summary of this hour has been sent or is under way; then nothing has changed. Does nothing under a
   * claim that has ended.
   */
  leaveOut(claim: Claim, leftOut: LeftOut, nowMs: number): Promise<boolean>;
  forgetBefore(hour: number): Promise<void>;
}

export interface ChannelHour {
  readonly accountId: number;
  /** UUID of the channel. */
  readonly channel: string;
  readonly hour: number;
}

/** A message that is over the limit of its channel. */
interface LeftOut extends ChannelHour {
  readonly message: NotificationMessage;
  /** The summary message of the hour, still empty. */
  readonly summary: NotificationMessage;
  readonly summaryKey: string;
  readonly summaryDueMs: number;
}

/** What people read of a message that was left out. */
function leftOutNote(summaryId: number): string {
  return `Not sent by itself: the channel had reached its limit of messages an hour. It is part of message ${summaryId}.`;
}

export function channelHours(writer: StoreWriter): ChannelHours {
  const { dialect } = writer;
  const hours = dialect.table("channel_hours");
  const outbox = dialect.table("outbox");
  return {
    async take({ accountId, channel, hour }, max) {
      if (max <= 0) return null;
      const rows = await writer.rows(sql<{ sent: number }>`
        INSERT INTO ${hours} AS kept (account_id, channel, hour, sent) VALUES (${accountId}, ${channel}, ${hour}, 1)
        ON CONFLICT (account_id, channel, hour) DO UPDATE SET sent = kept.sent + 1
        WHERE kept.sent < CAST(${max} AS bigint)
        RETURNING sent`);
      return rows[0]?.sent ?? null;
    },

    async giveBack({ accountId, channel, hour }) {
      await writer.change(sql`
        UPDATE ${hours} SET sent = sent - 1
        WHERE account_id = ${accountId} AND channel = ${channel} AND hour = ${hour} AND sent > 0`);
    },

    leaveOut: (claim, { accountId, channel, hour, message, summary, summaryKey, summaryDueMs }, nowMs) =>
      // Whoever adds to a summary locks its row, so that nobody sends it meanwhile.
      writer.transact(function* () {
        const own = yield* rowsOf(sql`SELECT id FROM ${outbox} WHERE ${claimed(claim)} ${dialect.forUpdate}`);
        if (own.length === 0) return true;
        yield addLike(dialect, claim.id, {
          key: summaryKey,
          sensorId: 0,
          chainId: 0,
          nodeId: "",
          message: JSON.stringify(summary),
          createdMs: nowMs,
          dueMs: summaryDueMs,
        });
        const [found] = yield* rowsOf(sql<{ id: number; message: string }>`
          SELECT id, message FROM ${outbox}
          WHERE key = ${summaryKey} AND state = 'waiting' AND claimed_by IS NULL ${dialect.forUpdate}`);
        if (found === undefined) return false;
        const merged = mergeDigest(JSON.parse(found.message), [message]);
        yield sql`UPDATE ${outbox} SET message = ${JSON.stringify(merged)} WHERE id = ${found.id}`;
        yield sql`
          UPDATE ${outbox} SET state = 'delivered', settled_ms = ${nowMs}, last_error = ${leftOutNote(found.id)},
            ${unheld}, ${unclaimed}
          WHERE id = ${claim.id}`;
        yield sql`
          INSERT INTO ${hours} AS kept (account_id, channel, hour, left_out)
          VALUES (${accountId}, ${channel}, ${hour}, ${changesIn(message)})
          ON CONFLICT (account_id, channel, hour) DO UPDATE SET left_out = kept.left_out + excluded.left_out`;
        return true;
      }),

    async forgetBefore(hour) {
      await writer.change(sql`DELETE FROM ${hours} WHERE hour < ${hour}`);
    },
  };
}
