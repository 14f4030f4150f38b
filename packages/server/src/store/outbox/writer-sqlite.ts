import type { Database, Statement } from "bun:sqlite";
import type { OutboxEntry } from "./outbox-entry.ts";
import { waitingMaxPerAccount } from "./record.ts";
import { dueMsOf } from "./whole-ms.ts";

/** Writes the messages of a batch on the connection of the reading store, within its transaction. */
export class SqliteMessageWriter {
  readonly #add: Statement;
  readonly #waiting: Statement<{ rows: number }, [number, number]>;
  readonly #waitingMax: number;

  constructor(db: Database, waitingMax = waitingMaxPerAccount) {
    this.#add = db.prepare(
      `INSERT INTO outbox
         (key, account_id, sensor_id, chain_id, node_id, destination, message, created_ms, due_ms)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (key) DO NOTHING`,
    );
    this.#waiting = db.prepare(
      `SELECT count(*) AS rows FROM (
         SELECT 1 FROM outbox WHERE state = 'waiting' AND account_id = ? LIMIT ?
       )`,
    );
    this.#waitingMax = waitingMax;
  }

  /** `known`: a row with that key exists already. Does not limit the rows: the caller checks the account's room first. */
  add(entry: OutboxEntry): "added" | "known" {
    const { key, accountId, sensorId, chainId, nodeId, destination, message, nowMs } = entry;
    const text = JSON.stringify(message);
    const added = this.#add.run(
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
    return this.#waitingMax - this.#waiting.get(accountId, this.#waitingMax)!.rows;
  }
}
