import type { Database, Statement } from "bun:sqlite";
import { onlyPartition, type Position, sequenceInOnly } from "../../queue/position.ts";
import type { Backlog, KeptFrame, ParkedFrame } from "./parked-frames.ts";

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

/** Keeps the backlog on the connection of the reading store, within its transaction. */
export class SqliteBacklog {
  readonly #backlogs: Statement<Placed<Backlog>, []>;
  readonly #park: Statement;
  readonly #line: Statement<{ id: number; bytes: number }, [number]>;
  readonly #frame: Statement<Placed<KeptFrame>, [number]>;
  readonly #keep: Statement;
  readonly #remove: Statement;

  constructor(db: Database) {
    this.#backlogs = db.prepare(
      `SELECT account_id AS accountId, min(position) AS sequence, sum(readings) AS readings, sum(bytes) AS bytes
       FROM parked_frames GROUP BY account_id`,
    );
    this.#park = db.prepare(
      `INSERT INTO parked_frames (account_id, device_id, position, first_ordinal, readings, bytes, due, data)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#line = db.prepare(
      "SELECT id, bytes FROM parked_frames WHERE account_id = ? ORDER BY id LIMIT 2000",
    );
    this.#frame = db.prepare(
      `SELECT id, account_id AS accountId, device_id AS deviceId, position AS sequence, first_ordinal AS firstOrdinal,
         readings, due, data
       FROM parked_frames WHERE id = ?`,
    );
    this.#keep = db.prepare("UPDATE parked_frames SET due = ?, readings = ? WHERE id = ?");
    this.#remove = db.prepare("DELETE FROM parked_frames WHERE id = ?");
  }

  /** The backlogs of all accounts that have one. */
  backlogs(): Backlog[] {
    return this.#backlogs.all().map(place);
  }

  /** Appends a frame to the line of its account. */
  park(frame: ParkedFrame): void {
    const { accountId, deviceId, position, firstOrdinal, readings, due, data } = frame;
    const sequence = sequenceInOnly(position);
    this.#park.run(accountId, deviceId, sequence, firstOrdinal, readings, data.length, due, data);
  }

  /** The first frames in the line of an account: at least one if there is any, then more up to `bytesMax`. */
  first(accountId: number, bytesMax: number): KeptFrame[] {
    const frames: KeptFrame[] = [];
    let bytes = 0;
    for (const row of this.#line.all(accountId)) {
      if (frames.length > 0 && bytes + row.bytes > bytesMax) break;
      bytes += row.bytes;
      frames.push(place(this.#frame.get(row.id)!));
    }
    return frames;
  }

  /** Marks which readings of the frame are still to be settled. */
  keep(id: number, due: Uint8Array, readings: number): void {
    this.#keep.run(due, readings, id);
  }

  remove(id: number): void {
    this.#remove.run(id);
  }
}

/** As the table stores it: the file holds one partition, so the sequence is enough. */
type Placed<Of> = Omit<Of, "position"> & { readonly sequence: number };

function place<Of extends { readonly sequence: number }>({
  sequence,
  ...of
}: Of): Omit<Of, "sequence"> & { position: Position } {
  return { ...of, position: { partition: onlyPartition, sequence } };
}
