import type { NotificationMessage } from "@weir/rule-engine/message";
import type { ClaimedDigest, HeldAddress, HeldLane, HeldMessages, Hold } from "../held-messages.ts";
import { gatheredMax, gatheredNote, mergeDigest } from "../merge-digest.ts";
import type { Claim } from "../outbox-store.ts";
import { wholeMs } from "../whole-ms.ts";
import { isClaimed } from "./postgres-outbox.ts";
import { storableText } from "./storable-text.ts";
import type { StoreDatabase } from "./store-database.ts";

/** Holds messages in the outbox of a cluster. Only waiting rows are held: settling a row ends its hold. */
export class PostgresHeldMessages implements HeldMessages {
  readonly #database: StoreDatabase;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  async hold({ id, claim }: Claim, { because, untilMs, address }: Hold): Promise<void> {
    await this.#change(`SET held_because = $3, due_ms = $4, held_for = $5 WHERE ${isClaimed}`, [
      ...[id, claim],
      ...[storableText(because), wholeMs(untilMs), storableText(address)],
    ]);
  }

  holdLane({ accountId, destination, nowMs, claimed, max }: HeldLane, hold: Hold): Promise<number> {
    return this.#change(
      `SET held_because = $3, due_ms = $4, held_for = $5 WHERE id IN (
         SELECT id FROM weir_store.outbox
         WHERE state = 'waiting' AND account_id = $6 AND destination = $7 AND due_ms <= $8
           AND (id = $1 OR claimed_until_ms IS NULL OR claimed_until_ms <= $8)
         ORDER BY due_ms, id LIMIT $9 FOR UPDATE SKIP LOCKED
       ) AND EXISTS (SELECT 1 FROM weir_store.outbox WHERE ${isClaimed})`,
      [
        ...[claimed.id, claimed.claim, storableText(hold.because), wholeMs(hold.untilMs)],
        storableText(hold.address),
        ...[accountId, storableText(destination), nowMs, max],
      ],
    );
  }

  async split({ id, claim }: Claim, [own, ...others]: readonly (readonly string[])[]): Promise<void> {
    await this.#database.write(async (tx) => {
      const { rows } = await tx.query<{ message: string }>(
        `SELECT message FROM weir_store.outbox WHERE ${isClaimed} FOR UPDATE`,
        [id, claim],
      );
      if (rows[0] === undefined) return;
      const message: object = JSON.parse(rows[0].message);
      // The new key is derived from the recipients, so that splitting the row again after a crash gives the same key.
      await tx.query(
        `INSERT INTO weir_store.outbox
           (key, account_id, sensor_id, chain_id, node_id, destination, kind, message, created_ms, due_ms)
         SELECT key || ' ' || part.recipients, account_id, sensor_id, chain_id, node_id, destination, kind, part.message,
           created_ms, due_ms
         FROM weir_store.outbox AS whole,
           unnest($2::text[], $3::text[]) WITH ORDINALITY AS part (recipients, message, nth)
         WHERE whole.id = $1 ORDER BY nth ON CONFLICT (key) DO NOTHING`,
        [
          id,
          others.map((to) => storableText(to.join(" "))),
          others.map((to) => JSON.stringify({ ...message, to })),
        ],
      );
      await tx.query("UPDATE weir_store.outbox SET message = $2 WHERE id = $1", [
        id,
        JSON.stringify({ ...message, to: own }),
      ]);
    });
  }

  gather(
    { claimed, accountId, destination, digest }: ClaimedDigest,
    nowMs: number,
  ): Promise<NotificationMessage | null> {
    return this.#database.write(async (tx) => {
      const { rows: own } = await tx.query<{ message: string }>(
        `SELECT message FROM weir_store.outbox WHERE ${isClaimed} FOR UPDATE`,
        [claimed.id, claimed.claim],
      );
      if (own[0] === undefined) return null;
      const { rows: messages } = await tx.query<{ id: number; message: string }>(
        `SELECT id, message FROM weir_store.outbox
         WHERE state = 'waiting' AND account_id = $1 AND destination = $2
           AND (claimed_until_ms IS NULL OR claimed_until_ms <= $3) AND id <> $5
           AND starts_with(key, $4 || ':')
         ORDER BY id LIMIT $6 FOR UPDATE SKIP LOCKED`,
        [accountId, storableText(destination), nowMs, digest, claimed.id, gatheredMax],
      );
      const merged = mergeDigest(
        JSON.parse(own[0].message),
        messages.map(({ message }) => JSON.parse(message)),
      );
      await tx.query("UPDATE weir_store.outbox SET message = $2 WHERE id = $1", [
        ...[claimed.id, JSON.stringify(merged)],
      ]);
      await tx.query(
        `UPDATE weir_store.outbox SET state = 'delivered', settled_ms = $2, last_error = $3
         WHERE id = ANY ($1::int8[])`,
        [messages.map(({ id }) => id), nowMs, gatheredNote(claimed.id)],
      );
      return merged;
    });
  }

  async alarmState(alarmId: number): Promise<"active" | "acknowledged" | "cleared" | "deleted"> {
    const { rows } = await this.#database.query<{ state: "active" | "acknowledged" | "cleared" }>(
      `SELECT CASE WHEN cleared_us IS NOT NULL THEN 'cleared' WHEN acknowledged_ms IS NOT NULL THEN 'acknowledged'
         ELSE 'active' END AS state FROM weir_store.alarms WHERE id = $1`,
      [alarmId],
    );
    return rows[0]?.state ?? "deleted";
  }

  async heldFor(): Promise<HeldAddress[]> {
    const { rows } = await this.#database.query<HeldAddress>(
      `SELECT DISTINCT account_id AS "accountId", held_for AS address FROM weir_store.outbox
       WHERE held_because IS NOT NULL AND held_for IS NOT NULL ORDER BY account_id, held_for`,
    );
    return rows;
  }

  release({ accountId, address }: HeldAddress, nowMs: number, max: number): Promise<number> {
    return this.#change(
      `SET due_ms = $1, held_because = NULL, held_for = NULL WHERE id IN (
         SELECT id FROM weir_store.outbox
         WHERE held_because IS NOT NULL AND account_id = $2 AND held_for = $3 ORDER BY id LIMIT $4 FOR UPDATE
       )`,
      [nowMs, accountId, storableText(address), max],
    );
  }

  async refuse({ accountId, address }: HeldAddress, reason: string, nowMs: number): Promise<void> {
    await this.#change(
      `SET state = 'dead', settled_ms = $1, last_error = $2, held_because = NULL, held_for = NULL,
         claimed_by = NULL, claimed_until_ms = NULL
       WHERE held_because IS NOT NULL AND account_id = $3 AND held_for = $4`,
      [nowMs, storableText(reason), accountId, storableText(address)],
    );
  }

  async releaseLanes(nowMs: number): Promise<void> {
    await this.#change(
      "SET due_ms = $1, held_because = NULL WHERE held_because IS NOT NULL AND held_for IS NULL",
      [nowMs],
    );
  }

  async #change(change: string, values: readonly unknown[]): Promise<number> {
    return (await this.#database.query(`UPDATE weir_store.outbox ${change}`, values)).rowCount ?? 0;
  }
}
