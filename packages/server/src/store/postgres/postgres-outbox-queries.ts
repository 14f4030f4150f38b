import type { LimitedHour, OutboxListQuery, OutboxQueries, OutboxRecord } from "../outbox-queries.ts";
import { RowFilter } from "./row-filter.ts";
import type { StoreDatabase } from "./store-database.ts";

const columns = `
  id, key, account_id AS "accountId", sensor_id AS "sensorId", chain_id AS "chainId", node_id AS "nodeId", destination,
  message, created_ms AS "createdMs", due_ms AS "dueMs", tries, state, last_error AS "lastError",
  held_because AS "heldBecause", settled_ms AS "settledMs"`;

type RecordRow = Omit<OutboxRecord, "message"> & { readonly message: string };

export class PostgresOutboxQueries implements OutboxQueries {
  readonly #database: StoreDatabase;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  list(query: OutboxListQuery): Promise<OutboxRecord[]> {
    const filter = new RowFilter(query.accountId ?? null)
      .equals("state", query.state)
      .equals("kind", query.kind)
      .among("sensor_id", query.sensorIds)
      .equals("chain_id", query.chainId)
      .equals("node_id", query.nodeId)
      .before(query.beforeId);
    return this.#records(filter, query.limit);
  }

  async find(id: number): Promise<OutboxRecord | null> {
    return (await this.#records(new RowFilter(null).equals("id", id), 1))[0] ?? null;
  }

  async mailsOn(accountId: number, day: number): Promise<number> {
    const rows = await this.#database.rowsFor<{ mails: number }>(
      accountId,
      "SELECT mails FROM weir_store.mail_days WHERE account_id = $1 AND day = $2",
      [accountId, day],
    );
    return rows[0]?.mails ?? 0;
  }

  async accountsMailing(day: number, mailsMin: number, limit: number): Promise<number[]> {
    const { rows } = await this.#database.query<{ accountId: number }>(
      `SELECT account_id AS "accountId" FROM weir_store.mail_days WHERE day = $1 AND mails >= $2
       ORDER BY mails DESC LIMIT $3`,
      [day, mailsMin, limit],
    );
    return rows.map(({ accountId }) => accountId);
  }

  limitedHours(accountId: number, sinceHour: number): Promise<LimitedHour[]> {
    return this.#database.rowsFor<LimitedHour>(
      accountId,
      `SELECT channel, hour, left_out AS "leftOut" FROM weir_store.channel_hours
       WHERE account_id = $1 AND hour >= $2 AND left_out > 0 ORDER BY hour`,
      [accountId, sinceHour],
    );
  }

  /** The database is closed by whoever opened it. */
  async close(): Promise<void> {}

  async #records(filter: RowFilter, limit: number): Promise<OutboxRecord[]> {
    const max = filter.bind(limit);
    const rows = await this.#database.rowsFor<RecordRow>(
      filter.accountId,
      `SELECT ${columns} FROM weir_store.outbox ${filter.where} ORDER BY id DESC LIMIT ${max}`,
      filter.values,
    );
    return rows.map((row) => ({ ...row, message: JSON.parse(row.message) }));
  }
}
