import type { Database, Statement } from "bun:sqlite";
import type { OutboxEntry } from "./outbox-entry.ts";
import { dueMsOf } from "./whole-ms.ts";

/** Writes the messages of a batch on the connection of the reading store, within its transaction. */
export class SqliteMessageWriter {
  readonly #add: Statement;

  constructor(db: Database) {
    this.#add = db.prepare(
      `INSERT INTO outbox
         (key, account_id, sensor_id, chain_id, node_id, destination, message, created_ms, due_ms)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (key) DO NOTHING`,
    );
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
}
