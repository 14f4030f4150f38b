import type { Database, SQLQueryBindings } from "bun:sqlite";
import { join } from "node:path";
import { openForReading } from "../../platform/sqlite/open-for-reading.ts";
import type { LimitedHour, OutboxListQuery, OutboxQueries, OutboxRecord } from "../outbox-queries.ts";
import { RowFilter } from "./row-filter.ts";
import { storeFile, storeMigrations } from "./store-schema.ts";

const columns = `
  id, key, account_id AS accountId, sensor_id AS sensorId, chain_id AS chainId, node_id AS nodeId, destination,
  message, created_ms AS createdMs, due_ms AS dueMs, tries, state, last_error AS lastError,
  held_because AS heldBecause, settled_ms AS settledMs`;

type RecordRow = Omit<OutboxRecord, "message"> & { readonly message: string };

/** Reads the store's file beside the processor. If there is no file yet, nothing was sent yet. */
export class SqliteOutboxQueries implements OutboxQueries {
  readonly #db: Database | null;

  constructor(dataDir: string) {
    this.#db = openForReading(join(dataDir, storeFile), storeMigrations);
  }

  async list(query: OutboxListQuery): Promise<OutboxRecord[]> {
    const { where, values } = new RowFilter(query.accountId ?? null)
      .equals("state", query.state)
      .equals("kind", query.kind)
      .among("sensor_id", query.sensorIds)
      .equals("chain_id", query.chainId)
      .equals("node_id", query.nodeId)
      .before(query.beforeId);
    const select = `SELECT ${columns} FROM outbox ${where} ORDER BY id DESC LIMIT ?`;
    return this.#records(select, [...values, query.limit]);
  }

  async find(id: number): Promise<OutboxRecord | null> {
    return this.#records(`SELECT ${columns} FROM outbox WHERE id = ?`, [id])[0] ?? null;
  }

  async mailsOn(accountId: number, day: number): Promise<number> {
    const row = this.#db
      ?.query<{ mails: number }, [number, number]>(
        "SELECT mails FROM mail_days WHERE account_id = ? AND day = ?",
      )
      .get(accountId, day);
    return row?.mails ?? 0;
  }

  async accountsMailing(day: number, mailsMin: number, limit: number): Promise<number[]> {
    const rows = this.#db
      ?.query<{ accountId: number }, [number, number, number]>(
        "SELECT account_id AS accountId FROM mail_days WHERE day = ? AND mails >= ? ORDER BY mails DESC LIMIT ?",
      )
      .all(day, mailsMin, limit);
    return rows?.map(({ accountId }) => accountId) ?? [];
  }

  async limitedHours(accountId: number, sinceHour: number): Promise<LimitedHour[]> {
    const rows = this.#db
      ?.query<LimitedHour, [number, number]>(
        `SELECT channel, hour, left_out AS leftOut FROM channel_hours
         WHERE account_id = ? AND hour >= ? AND left_out > 0 ORDER BY hour`,
      )
      .all(accountId, sinceHour);
    return rows ?? [];
  }

  async close(): Promise<void> {
    this.#db?.close();
  }

  #records(sql: string, values: SQLQueryBindings[]): OutboxRecord[] {
    const rows = this.#db?.query<RecordRow, SQLQueryBindings[]>(sql).all(...values) ?? [];
    return rows.map((row) => ({ ...row, message: JSON.parse(row.message) }));
  }
}
