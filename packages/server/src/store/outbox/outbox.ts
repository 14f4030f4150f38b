import { type RawBuilder, sql } from "kysely";
import type { Given, PreparedStatement } from "../engine/prepared-statement.ts";
import type { StoreWriter } from "../engine/store-writer.ts";
import { claimed, unclaimed, unheld } from "./claims.ts";
import type { Claim, DueQuery, DueRow, Lease, OutboxRow, OutboxStore, PruneQuery } from "./outbox-store.ts";
import { readMessage } from "./read-message.ts";
import { wholeMs } from "./whole-ms.ts";

/** The statement that finds due rows. Engines step from lane to lane in different ways. */
export type DueRows = (given: Given<DueValues>) => RawBuilder<DueRow>;

interface DueValues extends Pick<DueQuery, "max" | "perLaneMax"> {
  readonly nowMs: number;
  readonly withoutDestinations: readonly string[];
  readonly withoutAccounts: readonly number[];
}

interface ClaimValues extends Lease {
  readonly ids: readonly number[];
  readonly owner: string;
}

type ClaimedRow = Omit<OutboxRow, "message"> & { readonly message: string };

/** What became of a claimed row: a note or a reason, and when it was settled or is due again. */
interface Settling extends Claim {
  readonly note: string | null;
  readonly atMs: number;
}

/** The outbox on one engine, for one owner of claims. */
export class Outbox implements OutboxStore {
  readonly #writer: StoreWriter;
  readonly #owner: string;
  readonly #table: RawBuilder<unknown>;
  readonly #due: PreparedStatement<DueValues, DueRow>;
  readonly #claim: PreparedStatement<ClaimValues, ClaimedRow>;
  readonly #delivered: PreparedStatement<Settling, unknown>;
  readonly #putOff: PreparedStatement<Settling, unknown>;
  readonly #died: PreparedStatement<Settling, unknown>;
  readonly #refused: PreparedStatement<Settling, unknown>;

  constructor(writer: StoreWriter, dueRows: DueRows, owner: string) {
    const table = writer.dialect.table("outbox");
    const settling = (change: (given: Given<Settling>) => RawBuilder<unknown>) =>
      writer.prepare<Settling, unknown>(
        (given) => sql`UPDATE ${table} SET ${change(given)}, ${unheld}, ${unclaimed} WHERE ${claimed(given)}`,
      );
    this.#writer = writer;
    this.#owner = owner;
    this.#table = table;
    this.#due = writer.prepare(dueRows, "due messages");
    this.#claim = writer.prepare((given) => claimRows(writer, given), "claim messages");
    this.#delivered = settling(
      ({ atMs, note }) =>
        sql`state = 'delivered', tries = tries + 1, settled_ms = ${atMs}, last_error = ${note}`,
    );
    this.#putOff = settling(
      ({ atMs, note }) => sql`tries = tries + 1, due_ms = ${atMs}, last_error = ${note}`,
    );
    this.#died = settling(
      ({ atMs, note }) => sql`state = 'dead', tries = tries + 1, settled_ms = ${atMs}, last_error = ${note}`,
    );
    this.#refused = settling(
      ({ atMs, note }) => sql`state = 'dead', settled_ms = ${atMs}, last_error = ${note}`,
    );
  }

  due(nowMs: number, { max, perLaneMax, withoutDestinations, withoutAccounts }: DueQuery): Promise<DueRow[]> {
    return this.#due.rows({
      nowMs,
      max,
      perLaneMax,
      withoutDestinations: [...withoutDestinations],
      withoutAccounts: [...withoutAccounts],
    });
  }

  /** Skips rows that another deliverer is claiming at this moment. */
  async claim(ids: readonly number[], { nowMs, untilMs }: Lease): Promise<OutboxRow[]> {
    const claimedRows = new Map<number, OutboxRow>();
    for (const row of await this.#claim.rows({ ids, owner: this.#owner, nowMs, untilMs })) {
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
    return settle(this.#delivered, claim, nowMs, note);
  }

  async failed(claim: Claim, error: string, nowMs: number, againMs: number | null): Promise<boolean> {
    return againMs === null
      ? await settle(this.#died, claim, nowMs, error)
      : await settle(this.#putOff, claim, wholeMs(againMs), error);
  }

  refused(claim: Claim, reason: string, nowMs: number): Promise<boolean> {
    return settle(this.#refused, claim, nowMs, reason);
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

function claimRows(
  { dialect }: StoreWriter,
  { ids, owner, nowMs, untilMs }: Given<ClaimValues>,
): RawBuilder<ClaimedRow> {
  const table = dialect.table("outbox");
  return sql`
    UPDATE ${table} AS own
    SET claimed_by = ${owner}, claimed_until_ms = ${untilMs}, claims = own.claims + 1
    FROM (
      SELECT id AS free_id FROM ${table}
      WHERE ${dialect.among("id", ids)} AND state = 'waiting'
        AND (claimed_until_ms IS NULL OR claimed_until_ms <= ${nowMs})
      ORDER BY id ${dialect.forUpdateOfFree}
    ) AS free
    WHERE own.id = free.free_id
    RETURNING id, claims AS claim, key, account_id AS "accountId", destination, message, tries,
      created_ms AS "createdMs", held_for AS "heldFor"`;
}

function settle(
  settling: PreparedStatement<Settling, unknown>,
  { id, claim }: Claim,
  atMs: number,
  note: string | null,
): Promise<boolean> {
  return settling.change({ id, claim, atMs, note }).then(isAny);
}

function isAny(changes: number): boolean {
  return changes > 0;
}
