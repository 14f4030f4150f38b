import type { Database, Statement } from "bun:sqlite";
import type { OutboxEntry } from "./outbox-entry.ts";
import type { Claim, DueQuery, DueRow, Lease, OutboxRow, OutboxStore, PruneQuery } from "./outbox-store.ts";
import { readMessage } from "./read-message.ts";
import { dueMsOf, wholeMs } from "./whole-ms.ts";

/** How many messages of one account may wait. */
const waitingMaxPerAccount = 100_000;

/**
 * The outbox in the store's file, on the processor's connection. `add` joins the open transaction; every other method
 * is called while none is open. Settlements are not synced one by one, so a power cut may forget the last ones.
 */
export class SqliteOutbox implements OutboxStore {
  readonly #owner: string;
  readonly #statements: Statements;
  readonly #waitingMax: number;

  constructor(
    db: Database,
    { owner = "deliver", waitingMax = waitingMaxPerAccount }: { owner?: string; waitingMax?: number } = {},
  ) {
    this.#owner = owner;
    this.#statements = prepareStatements(db);
    this.#waitingMax = waitingMax;
  }

  /** `known`: a row with that key exists already. Does not limit the rows: the caller checks the account's room first. */
  add(entry: OutboxEntry): "added" | "known" {
    const { key, accountId, sensorId, chainId, nodeId, destination, message, nowMs } = entry;
    const text = JSON.stringify(message);
    const added = this.#statements.add.run(
      key,
      accountId,
      sensorId,
      chainId,
      nodeId,
      destination,
      text,
      nowMs,
      dueMsOf(entry),
    );
    return added.changes > 0 ? "added" : "known";
  }

  /** How many more rows of the account may wait. An account whose messages are not delivered must not fill the disk. */
  room(accountId: number): number {
    return this.#waitingMax - this.#statements.waiting.get(accountId, this.#waitingMax)!.rows;
  }

  async due(nowMs: number, query: DueQuery): Promise<DueRow[]> {
    const destinations = JSON.stringify([...query.withoutDestinations]);
    const accounts = JSON.stringify([...query.withoutAccounts]);
    return this.#statements.due.all(nowMs, query.perLaneMax, destinations, accounts, query.max);
  }

  async claim(ids: readonly number[], { nowMs, untilMs }: Lease): Promise<OutboxRow[]> {
    const claimed = new Map<number, OutboxRow>();
    for (const row of this.#statements.claim.all(this.#owner, untilMs, JSON.stringify(ids), nowMs)) {
      claimed.set(row.id, { ...row, message: readMessage(row.message) });
    }
    return ids.map((id) => claimed.get(id)).filter((row) => row !== undefined);
  }

  async release({ id, claim }: Claim): Promise<void> {
    this.#statements.release.run(id, claim);
  }

  async releaseOthers(exceptIds: readonly number[]): Promise<void> {
    this.#statements.releaseOthers.run(this.#owner, JSON.stringify(exceptIds));
  }

  async nextDueMs(afterMs: number): Promise<number | null> {
    return this.#statements.nextDue.get(afterMs)?.dueMs ?? null;
  }

  async delivered({ id, claim }: Claim, nowMs: number, note: string | null): Promise<boolean> {
    return this.#statements.delivered.run(nowMs, note, id, claim).changes > 0;
  }

  async failed({ id, claim }: Claim, error: string, nowMs: number, againMs: number | null): Promise<boolean> {
    const { died, failed } = this.#statements;
    const result =
      againMs === null ? died.run(nowMs, error, id, claim) : failed.run(wholeMs(againMs), error, id, claim);
    return result.changes > 0;
  }

  async refused({ id, claim }: Claim, reason: string, nowMs: number): Promise<boolean> {
    return this.#statements.refused.run(nowMs, reason, id, claim).changes > 0;
  }

  async retry(id: number, nowMs: number): Promise<boolean> {
    return this.#statements.retry.run(nowMs, id).changes > 0;
  }

  async prune({ settledBeforeMs, keepMax, max }: PruneQuery): Promise<number> {
    return this.#statements.prune.run(settledBeforeMs, keepMax, max).changes;
  }
}

interface Statements {
  readonly add: Statement;
  readonly waiting: Statement<{ rows: number }, [number, number]>;
  readonly due: Statement<DueRow, [number, number, string, string, number]>;
  readonly claim: Statement<
    Omit<OutboxRow, "message"> & { message: string },
    [string, number, string, number]
  >;
  readonly release: Statement;
  readonly releaseOthers: Statement;
  readonly nextDue: Statement<{ dueMs: number }, [number]>;
  readonly delivered: Statement;
  readonly failed: Statement;
  readonly died: Statement;
  readonly refused: Statement;
  readonly retry: Statement;
  readonly prune: Statement;
}

/**
 * The front of every lane with waiting rows. The query steps from one lane to the next in the index `outbox_lanes`, so
 * its cost grows with the lanes and not with their rows. The step is written as two look-ups, because SQLite compares
 * pairs by reading all rows of the first lane.
 */
const lanes = `
  RECURSIVE lanes (id, account_id, destination, due_ms) AS (
    SELECT * FROM (
      SELECT id, account_id, destination, due_ms FROM outbox WHERE state = 'waiting'
      ORDER BY account_id, destination, due_ms, id LIMIT 1
    )
    UNION ALL
    SELECT front.id, front.account_id, front.destination, front.due_ms
    FROM lanes JOIN outbox AS front ON front.id = coalesce(
      (
        SELECT id FROM outbox AS later
        WHERE later.state = 'waiting' AND later.account_id = lanes.account_id
          AND later.destination > lanes.destination
        ORDER BY later.destination, later.due_ms, later.id LIMIT 1
      ),
      (
        SELECT id FROM outbox AS later
        WHERE later.state = 'waiting' AND later.account_id > lanes.account_id
        ORDER BY later.account_id, later.destination, later.due_ms, later.id LIMIT 1
      )
    )
  )`;

const unclaimed = "claimed_by = NULL, claimed_until_ms = NULL";
/** Matches only if the presented claim is the current claim of the row. */
const isClaimed = "state = 'waiting' AND claimed_by IS NOT NULL AND claims = ?";

function prepareStatements(db: Database): Statements {
  return {
    add: db.prepare(
      `INSERT INTO outbox
         (key, account_id, sensor_id, chain_id, node_id, destination, message, created_ms, due_ms)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (key) DO NOTHING`,
    ),
    waiting: db.prepare(
      `SELECT count(*) AS rows FROM (
         SELECT 1 FROM outbox WHERE state = 'waiting' AND account_id = ? LIMIT ?
       )`,
    ),
    due: db.prepare(
      `WITH ${lanes}
       SELECT row.id, row.account_id AS accountId, row.destination
       FROM lanes JOIN outbox AS row ON row.id IN (
         SELECT id FROM outbox AS own
         WHERE own.state = 'waiting' AND own.account_id = lanes.account_id
           AND own.destination = lanes.destination AND own.due_ms <= ?1
           AND (own.claimed_until_ms IS NULL OR own.claimed_until_ms <= ?1)
         ORDER BY own.due_ms, own.id LIMIT ?2
       )
       WHERE lanes.due_ms <= ?1
         AND lanes.destination NOT IN (SELECT value FROM json_each(?3))
         AND lanes.account_id NOT IN (SELECT value FROM json_each(?4))
       ORDER BY row.due_ms, row.id LIMIT ?5`,
    ),
    claim: db.prepare(
      `UPDATE outbox SET claimed_by = ?1, claimed_until_ms = ?2, claims = claims + 1
       WHERE id IN (SELECT value FROM json_each(?3)) AND state = 'waiting'
         AND (claimed_until_ms IS NULL OR claimed_until_ms <= ?4)
       RETURNING id, claims AS claim, key, account_id AS accountId, destination, message, tries,
         created_ms AS createdMs, held_for AS heldFor`,
    ),
    release: db.prepare(`UPDATE outbox SET ${unclaimed} WHERE id = ? AND ${isClaimed}`),
    releaseOthers: db.prepare(
      `UPDATE outbox SET ${unclaimed}
       WHERE claimed_until_ms IS NOT NULL AND claimed_by = ?1 AND id NOT IN (SELECT value FROM json_each(?2))`,
    ),
    nextDue: db.prepare(
      `SELECT dueMs FROM (
         SELECT min(due_ms) AS dueMs FROM outbox WHERE state = 'waiting' AND due_ms > ?1
         UNION ALL
         SELECT min(claimed_until_ms) FROM outbox WHERE claimed_until_ms > ?1
       ) WHERE dueMs IS NOT NULL ORDER BY dueMs LIMIT 1`,
    ),
    delivered: db.prepare(
      `UPDATE outbox SET state = 'delivered', tries = tries + 1, settled_ms = ?, last_error = ?,
         held_because = NULL, held_for = NULL, ${unclaimed}
       WHERE id = ? AND ${isClaimed}`,
    ),
    failed: db.prepare(
      `UPDATE outbox SET tries = tries + 1, due_ms = ?, last_error = ?, held_because = NULL, held_for = NULL,
         ${unclaimed}
       WHERE id = ? AND ${isClaimed}`,
    ),
    died: db.prepare(
      `UPDATE outbox SET state = 'dead', tries = tries + 1, settled_ms = ?, last_error = ?,
         held_because = NULL, held_for = NULL, ${unclaimed}
       WHERE id = ? AND ${isClaimed}`,
    ),
    refused: db.prepare(
      `UPDATE outbox SET state = 'dead', settled_ms = ?, last_error = ?, held_because = NULL, held_for = NULL,
         ${unclaimed}
       WHERE id = ? AND ${isClaimed}`,
    ),
    retry: db.prepare(
      `UPDATE outbox SET state = 'waiting', tries = 0, due_ms = ?, settled_ms = NULL, last_error = NULL,
         held_because = NULL, held_for = NULL, ${unclaimed}
       WHERE id = ? AND state <> 'waiting'`,
    ),
    prune: db.prepare(
      `DELETE FROM outbox WHERE id IN (
         SELECT id FROM outbox
         WHERE state <> 'waiting' AND settled_ms < max(?1, coalesce((
           SELECT settled_ms FROM outbox WHERE state <> 'waiting' ORDER BY settled_ms DESC LIMIT 1 OFFSET ?2
         ) + 1, ?1))
         ORDER BY settled_ms LIMIT ?3
       )`,
    ),
  };
}
