import type { HeldAddress, HeldLane, HeldMessages, Hold } from "../held-messages.ts";
import type { Claim } from "../outbox-store.ts";
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
      ...[storableText(because), untilMs, storableText(address)],
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
        ...[claimed.id, claimed.claim, storableText(hold.because), hold.untilMs, storableText(hold.address)],
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
