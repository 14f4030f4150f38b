import type { PostgresQuery } from "../../platform/postgres/open-postgres.ts";
import { storableText } from "../engine/postgres/storable-text.ts";
import type { StoreDatabase } from "../engine/postgres/store-database.ts";
import type { Claim, DueQuery, DueRow, Lease, OutboxRow, OutboxStore, PruneQuery } from "./outbox-store.ts";
import { readMessage } from "./read-message.ts";
import { wholeMs } from "./whole-ms.ts";

/**
 * The outbox of a cluster. Any number of deliverers may use it at once: a deliverer that claims rows skips those that
 * another one is claiming at this moment. Each change is one statement, and durable when it resolves.
 */
export class PostgresOutbox implements OutboxStore {
  readonly #database: StoreDatabase;
  readonly #owner: string;

  constructor(database: StoreDatabase, owner: string) {
    this.#database = database;
    this.#owner = owner;
  }

  async due(nowMs: number, query: DueQuery): Promise<DueRow[]> {
    const { max, perLaneMax, withoutDestinations, withoutAccounts } = query;
    const values = [nowMs, perLaneMax, [...withoutDestinations], [...withoutAccounts], max];
    return (await this.#database.query<DueRow>({ ...dueRows, values })).rows;
  }

  async claim(ids: readonly number[], { nowMs, untilMs }: Lease): Promise<OutboxRow[]> {
    const values = [this.#owner, untilMs, ids, nowMs];
    const { rows } = await this.#database.query<ClaimedRow>({ ...claimRows, values });
    const claimed = new Map(rows.map((row) => [row.id, { ...row, message: readMessage(row.message) }]));
    return ids.map((id) => claimed.get(id)).filter((row) => row !== undefined);
  }

  async release({ id, claim }: Claim): Promise<void> {
    await this.#change(`SET ${unclaimed} WHERE ${isClaimed}`, [id, claim]);
  }

  async releaseOthers(exceptIds: readonly number[]): Promise<void> {
    await this.#change(
      `SET ${unclaimed} WHERE claimed_until_ms IS NOT NULL AND claimed_by = $1 AND id <> ALL ($2::int8[])`,
      [this.#owner, exceptIds],
    );
  }

  async nextDueMs(afterMs: number): Promise<number | null> {
    const { rows } = await this.#database.query<{ dueMs: number | null }>(
      `SELECT least(
         (SELECT min(due_ms) FROM weir_store.outbox WHERE state = 'waiting' AND due_ms > $1),
         (SELECT min(claimed_until_ms) FROM weir_store.outbox WHERE claimed_until_ms > $1)
       ) AS "dueMs"`,
      [afterMs],
    );
    return rows[0]!.dueMs;
  }

  delivered({ id, claim }: Claim, nowMs: number, note: string | null): Promise<boolean> {
    return this.#change(
      `SET state = 'delivered', tries = tries + 1, settled_ms = $3, last_error = $4, ${unheld}, ${unclaimed}
       WHERE ${isClaimed}`,
      [id, claim, nowMs, note],
    );
  }

  failed({ id, claim }: Claim, error: string, nowMs: number, againMs: number | null): Promise<boolean> {
    const next = againMs === null ? "state = 'dead', settled_ms = $3" : "due_ms = $3";
    return this.#change(
      `SET tries = tries + 1, last_error = $4, ${next}, ${unheld}, ${unclaimed} WHERE ${isClaimed}`,
      [id, claim, wholeMs(againMs ?? nowMs), error],
    );
  }

  refused({ id, claim }: Claim, reason: string, nowMs: number): Promise<boolean> {
    return this.#change(
      `SET state = 'dead', settled_ms = $3, last_error = $4, ${unheld}, ${unclaimed} WHERE ${isClaimed}`,
      [id, claim, nowMs, reason],
    );
  }

  retry(id: number, nowMs: number): Promise<boolean> {
    return this.#change(
      `SET state = 'waiting', tries = 0, due_ms = $2, settled_ms = NULL, last_error = NULL, ${unheld}, ${unclaimed}
       WHERE id = $1 AND state <> 'waiting'`,
      [id, nowMs],
    );
  }

  async prune({ settledBeforeMs, keepMax, max }: PruneQuery): Promise<number> {
    const { rowCount } = await this.#database.query(
      `DELETE FROM weir_store.outbox WHERE id IN (
         SELECT id FROM weir_store.outbox
         WHERE state <> 'waiting' AND settled_ms < greatest($1, (
           SELECT settled_ms + 1 FROM weir_store.outbox WHERE state <> 'waiting'
           ORDER BY settled_ms DESC OFFSET $2 LIMIT 1
         ))
         ORDER BY settled_ms LIMIT $3 FOR UPDATE SKIP LOCKED
       )`,
      [settledBeforeMs, keepMax, max],
    );
    return rowCount ?? 0;
  }

  async #change(change: string, values: readonly unknown[]): Promise<boolean> {
    const storable = values.map((value) => (typeof value === "string" ? storableText(value) : value));
    const { rowCount } = await this.#database.query(`UPDATE weir_store.outbox ${change}`, storable);
    return (rowCount ?? 0) > 0;
  }
}

type ClaimedRow = Omit<OutboxRow, "message"> & { readonly message: string };

const unclaimed = "claimed_by = NULL, claimed_until_ms = NULL";
const unheld = "held_because = NULL, held_for = NULL";
/** Matches only if the presented claim, $2, is the current claim of the row. */
const isClaimed = "id = $1 AND state = 'waiting' AND claimed_by IS NOT NULL AND claims = $2";

/**
 * Steps from the front of one lane to the front of the next in the index `outbox_lanes`, so its cost grows with the
 * lanes and not with their rows.
 */
const dueRows: PostgresQuery = {
  name: "due messages",
  text: `WITH RECURSIVE lanes AS (
      (
        SELECT account_id, destination, due_ms FROM weir_store.outbox WHERE state = 'waiting'
        ORDER BY account_id, destination, due_ms LIMIT 1
      )
      UNION ALL
      SELECT next.* FROM lanes CROSS JOIN LATERAL (
        SELECT account_id, destination, due_ms FROM weir_store.outbox AS later
        WHERE later.state = 'waiting' AND (later.account_id, later.destination) > (lanes.account_id, lanes.destination)
        ORDER BY later.account_id, later.destination, later.due_ms LIMIT 1
      ) AS next
    )
    SELECT front.id, front.account_id AS "accountId", front.destination
    FROM lanes CROSS JOIN LATERAL (
      SELECT id, account_id, destination, due_ms FROM weir_store.outbox AS own
      WHERE own.state = 'waiting' AND own.account_id = lanes.account_id AND own.destination = lanes.destination
        AND own.due_ms <= $1 AND (own.claimed_until_ms IS NULL OR own.claimed_until_ms <= $1)
      ORDER BY own.due_ms, own.id LIMIT $2
    ) AS front
    WHERE lanes.due_ms <= $1 AND lanes.destination <> ALL ($3::text[]) AND lanes.account_id <> ALL ($4::int8[])
    ORDER BY front.due_ms, front.id LIMIT $5`,
};

const claimRows: PostgresQuery = {
  name: "claim messages",
  text: `UPDATE weir_store.outbox AS claimed
    SET claimed_by = $1, claimed_until_ms = $2, claims = claimed.claims + 1
    FROM (
      SELECT id FROM weir_store.outbox
      WHERE id = ANY ($3::int8[]) AND state = 'waiting' AND (claimed_until_ms IS NULL OR claimed_until_ms <= $4)
      ORDER BY id FOR UPDATE SKIP LOCKED
    ) AS free
    WHERE claimed.id = free.id
    RETURNING claimed.id, claims AS claim, key, account_id AS "accountId", destination, message, tries,
      created_ms AS "createdMs", held_for AS "heldFor"`,
};
