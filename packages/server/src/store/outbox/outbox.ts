import { type RawBuilder, sql } from "kysely";
import type { StoreWriter } from "../engine/store-writer.ts";
import { claimed, unclaimed, unheld } from "./claims.ts";
import type { Claim, DueQuery, DueRow, Lease, OutboxRow, OutboxStore, PruneQuery } from "./outbox-store.ts";
import { readMessage } from "./read-message.ts";
import { wholeMs } from "./whole-ms.ts";

/** The statement that finds due rows. Engines step from lane to lane in different ways. */
export type DueRows = (nowMs: number, query: DueQuery) => RawBuilder<DueRow>;

/** The outbox on one engine, for one owner of claims. */
export class Outbox implements OutboxStore {
  readonly #writer: StoreWriter;
  readonly #dueRows: DueRows;
  readonly #owner: string;
  readonly #table: RawBuilder<unknown>;

  constructor(writer: StoreWriter, dueRows: DueRows, owner: string) {
    this.#writer = writer;
    this.#dueRows = dueRows;
    this.#owner = owner;
    this.#table = writer.dialect.table("outbox");
  }

  due(nowMs: number, query: DueQuery): Promise<DueRow[]> {
    return this.#writer.rows(this.#dueRows(nowMs, query), "due messages");
  }

  /** Skips rows that another deliverer is claiming at this moment. */
  async claim(ids: readonly number[], { nowMs, untilMs }: Lease): Promise<OutboxRow[]> {
    const { dialect } = this.#writer;
    const statement = sql<ClaimedRow>`
      UPDATE ${this.#table} AS own
      SET claimed_by = ${this.#owner}, claimed_until_ms = ${untilMs}, claims = own.claims + 1
      FROM (
        SELECT id AS free_id FROM ${this.#table}
        WHERE ${dialect.among("id", ids)} AND state = 'waiting'
          AND (claimed_until_ms IS NULL OR claimed_until_ms <= ${nowMs})
        ORDER BY id ${dialect.forUpdateOfFree}
      ) AS free
      WHERE own.id = free.free_id
      RETURNING id, claims AS claim, key, account_id AS "accountId", destination, message, tries,
        created_ms AS "createdMs", held_for AS "heldFor"`;
    const claimedRows = new Map<number, OutboxRow>();
    for (const row of await this.#writer.rows(statement, "claim messages")) {
      claimedRows.set(row.id, { ...row, message: readMessage(row.message) });
    }
    return ids.map((id) => claimedRows.get(id)).filter((row) => row !== undefined);
  }

  async release(claim: Claim): Promise<void> {
    await this.#change(sql`SET ${unclaimed} WHERE ${claimed(claim)}`);
  }

  async releaseOthers(exceptIds: readonly number[]): Promise<void> {
    await this.#change(sql`
      SET ${unclaimed}
      WHERE claimed_until_ms IS NOT NULL AND claimed_by = ${this.#owner}
        AND NOT (${this.#writer.dialect.among("id", exceptIds)})`);
  }

  async nextDueMs(afterMs: number): Promise<number | null> {
    const [next] = await this.#writer.rows(sql<{ dueMs: number | null }>`
      SELECT min(at_ms) AS "dueMs" FROM (
        SELECT min(due_ms) AS at_ms FROM ${this.#table} WHERE state = 'waiting' AND due_ms > ${afterMs}
        UNION ALL
        SELECT min(claimed_until_ms) FROM ${this.#table} WHERE claimed_until_ms > ${afterMs}
      ) AS times`);
    return next?.dueMs ?? null;
  }

  delivered(claim: Claim, nowMs: number, note: string | null): Promise<boolean> {
    return this.#change(sql`
      SET state = 'delivered', tries = tries + 1, settled_ms = ${nowMs}, last_error = ${note}, ${unheld}, ${unclaimed}
      WHERE ${claimed(claim)}`);
  }

  async failed(claim: Claim, error: string, nowMs: number, againMs: number | null): Promise<boolean> {
    const next =
      againMs === null ? sql`state = 'dead', settled_ms = ${nowMs}` : sql`due_ms = ${wholeMs(againMs)}`;
    return await this.#change(sql`
      SET tries = tries + 1, last_error = ${error}, ${next}, ${unheld}, ${unclaimed} WHERE ${claimed(claim)}`);
  }

  refused(claim: Claim, reason: string, nowMs: number): Promise<boolean> {
    return this.#change(sql`
      SET state = 'dead', settled_ms = ${nowMs}, last_error = ${reason}, ${unheld}, ${unclaimed}
      WHERE ${claimed(claim)}`);
  }

  retry(id: number, nowMs: number): Promise<boolean> {
    return this.#change(sql`
      SET state = 'waiting', tries = 0, due_ms = ${nowMs}, settled_ms = NULL, last_error = NULL, ${unheld}, ${unclaimed}
      WHERE id = ${id} AND state <> 'waiting'`);
  }

  prune({ settledBeforeMs, keepMax, max }: PruneQuery): Promise<number> {
    return this.#writer.change(sql`
      DELETE FROM ${this.#table} WHERE id IN (
        SELECT id FROM ${this.#table}
        WHERE state <> 'waiting' AND settled_ms < (
          SELECT max(before_ms) FROM (
            SELECT CAST(${settledBeforeMs} AS bigint) AS before_ms
            UNION ALL
            SELECT before_ms FROM (
              SELECT settled_ms + 1 AS before_ms FROM ${this.#table} WHERE state <> 'waiting'
              ORDER BY settled_ms DESC LIMIT 1 OFFSET ${keepMax}
            ) AS too_many
          ) AS bounds
        )
        ORDER BY settled_ms LIMIT ${max} ${this.#writer.dialect.forUpdateOfFree}
      )`);
  }

  async #change(change: RawBuilder<unknown>): Promise<boolean> {
    return (await this.#writer.change(sql`UPDATE ${this.#table} ${change}`)) > 0;
  }
}

type ClaimedRow = Omit<OutboxRow, "message"> & { readonly message: string };
