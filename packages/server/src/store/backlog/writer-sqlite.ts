import type { Database, Statement } from "bun:sqlite";
import { insertOf } from "../engine/sqlite/insert-of.ts";
import { frameFields, frameRow, type ParkedFrame } from "./record.ts";

/** Frames have row ids because they are large: counting them reads only the index. */
export const parkedFramesTable = `
CREATE TABLE parked_frames (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL,
  device_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  first_ordinal INTEGER NOT NULL,
  readings INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  due BLOB,
  data BLOB NOT NULL
) STRICT;
CREATE INDEX parked_frames_by_account ON parked_frames (account_id, id, position, readings, bytes);
CREATE INDEX parked_frames_by_device ON parked_frames (device_id, position);
`;

/** Writes the backlog on the connection of the reading store, within its transaction. */
export class SqliteBacklog {
  readonly #park: Statement;
  readonly #keep: Statement;
  readonly #remove: Statement;

  constructor(db: Database) {
    this.#park = db.prepare(insertOf("parked_frames", frameFields));
    this.#keep = db.prepare("UPDATE parked_frames SET due = ?, readings = ? WHERE id = ?");
    this.#remove = db.prepare("DELETE FROM parked_frames WHERE id = ?");
  }

  /** Appends a frame to the line of its account. */
  park(frame: ParkedFrame): void {
    const row = frameRow(frame);
    this.#park.run(...frameFields.map((field) => row[field]));
  }

  /** Marks which readings of the frame are still to be settled. */
  keep(id: number, due: Uint8Array, readings: number): void {
    this.#keep.run(due, readings, id);
  }

  remove(id: number): void {
    this.#remove.run(id);
  }
}
