import type { NotificationMessage } from "@weir/rule-engine/message";
import { sql } from "kysely";
import { rowsOf, type StoreWriter } from "../engine/store-writer.ts";
import { addLike } from "./add-like.ts";
import { claimed, unclaimed, unheld } from "./claims.ts";
import { gatheredMax, gatheredNote, mergeDigest } from "./merge-digest.ts";
import type { Claim } from "./outbox-store.ts";
import { wholeMs } from "./whole-ms.ts";

/**
 * Keeps messages that wait although nothing failed: the account has reached its daily mail limit, or a recipient has
 * not confirmed yet. A held row becomes due when its time is up or when it is released. Until then no search for due
 * rows finds it, so it holds up nothing. Being held does not count as a try.
 *
 * Promises: holding or splitting a row needs its claim (see outbox-store.ts); nothing changes under a claim that has
 * ended. Releasing and refusing rows by address needs no claim, because any process may carry out a
 * person's decision.
 */
export interface HeldMessages {
  hold(claim: Claim, hold: Hold): Promise<void>;
  /** Holds the due rows of a lane, oldest first. Resolves to how many. */
  holdLane(lane: HeldLane, hold: Hold): Promise<number>;
  /** Leaves the first group of recipients in the row and creates a row for each other group, due at the same time. */
  split(claim: Claim, groups: readonly (readonly string[])[]): Promise<void>;
  /**
   * Moves the alarms of messages that wait for a digest into the claimed row, which is the digest, and settles those messages.
   * Resolves to the digest; null if the claim has ended.
   */
  gather(digest: ClaimedDigest, nowMs: number): Promise<NotificationMessage | null>;
  /** What became of an alarm that a message is about. */
  alarmState(alarmId: number): Promise<"active" | "acknowledged" | "cleared" | "deleted">;
  /** The addresses that rows are held for. */
  heldFor(): Promise<HeldAddress[]>;
  /** Makes rows that are held for an address due now. Resolves to how many. */
  release(address: HeldAddress, nowMs: number, max: number): Promise<number>;
  /** Makes rows that are held for an address dead. */
  refuse(address: HeldAddress, reason: string, nowMs: number): Promise<void>;
  /** Makes rows that are held for no address due now, because the limit may have been raised. */
  releaseLanes(nowMs: number): Promise<void>;
}

export interface Hold {
  /** The reason, shown to people of the account. */
  readonly because: string;
  readonly untilMs: number;
  /** Lower case. */
  readonly address: string | null;
}

interface HeldLane {
  readonly accountId: number;
  readonly destination: string;
  readonly nowMs: number;
  /** The row that was about to be sent. Other rows of the lane stay as they are if they are claimed. */
  readonly claimed: Claim;
  readonly max: number;
}

interface ClaimedDigest {
  readonly claimed: Claim;
  readonly accountId: number;
  readonly destination: string;
  /** The key of the digest. Those of its messages begin with it and a colon. */
  readonly digest: string;
}

export interface HeldAddress {
  readonly accountId: number;
  /** Lower case. */
  readonly address: string;
}

type AlarmState = "active" | "acknowledged" | "cleared" | "deleted";

/** Only waiting rows are held: settling a row ends its hold. */
export function heldMessages(writer: StoreWriter): HeldMessages {
  const { dialect } = writer;
  const outbox = dialect.table("outbox");

  function held({ because, untilMs, address }: Hold) {
    return sql`held_because = ${because}, due_ms = ${wholeMs(untilMs)}, held_for = ${address}`;
  }

  return {
    async hold(claim, hold) {
      await writer.change(sql`UPDATE ${outbox} SET ${held(hold)} WHERE ${claimed(claim)}`);
    },

    holdLane: ({ accountId, destination, nowMs, claimed: own, max }, hold) =>
      writer.change(sql`
        UPDATE ${outbox} SET ${held(hold)} WHERE id IN (
          SELECT id FROM ${outbox}
          WHERE state = 'waiting' AND account_id = ${accountId} AND destination = ${destination} AND due_ms <= ${nowMs}
            AND (id = ${own.id} OR claimed_until_ms IS NULL OR claimed_until_ms <= ${nowMs})
          ORDER BY due_ms, id LIMIT ${max} ${dialect.forUpdateOfFree}
        ) AND EXISTS (SELECT 1 FROM ${outbox} WHERE ${claimed(own)})`),

    split: (claim, [own, ...others]) =>
      writer.transact(function* () {
        const [row] = yield* rowsOf(sql<{ message: string }>`
          SELECT message FROM ${outbox} WHERE ${claimed(claim)} ${dialect.forUpdate}`);
        if (row === undefined) return;
        const message: object = JSON.parse(row.message);
        // The new key is derived from the recipients, so that splitting the row again after a crash gives the same key.
        for (const to of others) {
          yield addLike(dialect, claim.id, {
            key: sql`key || ' ' || ${to.join(" ")}`,
            message: JSON.stringify({ ...message, to }),
          });
        }
        yield sql`UPDATE ${outbox} SET message = ${JSON.stringify({ ...message, to: own })} WHERE id = ${claim.id}`;
      }),

    gather: ({ claimed: own, accountId, destination, digest }, nowMs) =>
      writer.transact(function* () {
        const [row] = yield* rowsOf(sql<{ message: string }>`
          SELECT message FROM ${outbox} WHERE ${claimed(own)} ${dialect.forUpdate}`);
        if (row === undefined) return null;
        const beginning = `${digest}:`;
        const messages = yield* rowsOf(sql<{ id: number; message: string }>`
          SELECT id, message FROM ${outbox}
          WHERE state = 'waiting' AND account_id = ${accountId} AND destination = ${destination}
            AND (claimed_until_ms IS NULL OR claimed_until_ms <= ${nowMs}) AND id <> ${own.id}
            AND substr(key, 1, length(CAST(${beginning} AS text))) = ${beginning}
          ORDER BY id LIMIT ${gatheredMax} ${dialect.forUpdateOfFree}`);
        const merged = mergeDigest(
          JSON.parse(row.message),
          messages.map(({ message }) => JSON.parse(message)),
        );
        yield sql`UPDATE ${outbox} SET message = ${JSON.stringify(merged)} WHERE id = ${own.id}`;
        const ids = messages.map(({ id }) => id);
        yield sql`
          UPDATE ${outbox} SET state = 'delivered', settled_ms = ${nowMs}, last_error = ${gatheredNote(own.id)}
          WHERE ${dialect.among("id", ids)}`;
        return merged;
      }),

    async alarmState(alarmId) {
      const [alarm] = await writer.rows(sql<{ state: AlarmState }>`
        SELECT CASE WHEN cleared_us IS NOT NULL THEN 'cleared' WHEN acknowledged_ms IS NOT NULL THEN 'acknowledged'
          ELSE 'active' END AS state
        FROM ${dialect.table("alarms")} WHERE id = ${alarmId}`);
      return alarm?.state ?? "deleted";
    },

    heldFor: () =>
      writer.rows(sql<HeldAddress>`
        SELECT DISTINCT account_id AS "accountId", held_for AS address FROM ${outbox}
        WHERE held_because IS NOT NULL AND held_for IS NOT NULL ORDER BY account_id, held_for`),

    release: ({ accountId, address }, nowMs, max) =>
      writer.change(sql`
        UPDATE ${outbox} SET due_ms = ${nowMs}, ${unheld} WHERE id IN (
          SELECT id FROM ${outbox}
          WHERE held_because IS NOT NULL AND account_id = ${accountId} AND held_for = ${address}
          ORDER BY id LIMIT ${max} ${dialect.forUpdate}
        )`),

    async refuse({ accountId, address }, reason, nowMs) {
      await writer.change(sql`
        UPDATE ${outbox} SET state = 'dead', settled_ms = ${nowMs}, last_error = ${reason}, ${unheld}, ${unclaimed}
        WHERE held_because IS NOT NULL AND account_id = ${accountId} AND held_for = ${address}`);
    },

    async releaseLanes(nowMs) {
      await writer.change(sql`
        UPDATE ${outbox} SET due_ms = ${nowMs}, held_because = NULL
        WHERE held_because IS NOT NULL AND held_for IS NULL`);
    },
  };
}
