import type { Database, Statement } from "bun:sqlite";
import { insertOf } from "../engine/sqlite/insert-of.ts";
import type { OutboxEntry } from "./outbox-entry.ts";
import { entryFields, entryRow } from "./record.ts";

/** Writes the messages of a batch on the connection of the reading store, within its transaction. */
export class SqliteMessageWriter {
  readonly #add: Statement;

  constructor(db: Database) {
    this.#add = db.prepare(`${insertOf("outbox", entryFields)} ON CONFLICT (key) DO NOTHING`);
  }

  /** `known`: a row with that key exists already. Does not limit the rows: the caller checks the account's room first. */
  add(entry: OutboxEntry): "added" | "known" {
    const row = entryRow(entry);
    const added = this.#add.run(...entryFields.map((field) => row[field]));
    return added.changes > 0 ? "added" : "known";
  }
}
