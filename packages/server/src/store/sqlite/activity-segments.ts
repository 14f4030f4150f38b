import type { Database, Statement } from "bun:sqlite";
import { freeBytes } from "../../platform/free-bytes.ts";
import { isMarkOf } from "./activity-mark.ts";
import { ActivityPart, type PartBytes } from "./activity-part.ts";
import type { LoadedPart } from "./activity-segment.ts";

export interface SegmentRow {
  readonly id: number;
  readonly level: number;
  readonly bytes: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

interface PartRow {
  readonly firstDevice: number;
  readonly directory: Uint8Array;
  readonly lines: Uint8Array;
}

/** Reads and writes segments in their tables. Parts that cannot be read are skipped. */
export class ActivitySegments {
  readonly #db: Database;
  readonly #list: Statement<SegmentRow, []>;
  readonly #accounts: Statement<{ accounts: Uint8Array }, [number]>;
  readonly #marks: Statement<{ marks: Uint8Array }, [number]>;
  readonly #partFrom: Statement<PartRow, [number, number]>;
  readonly #partOf: Statement<PartRow, [number, number]>;
  readonly #directoryFrom: Statement<Omit<PartRow, "lines">, [number, number]>;
  readonly #lines: Statement<Pick<PartRow, "lines">, [number, number]>;

  constructor(db: Database) {
    this.#db = db;
    this.#list = db.prepare(
      `SELECT id, level, bytes, first_ms AS firstMs, last_ms AS lastMs FROM activity_segments ORDER BY id DESC`,
    );
    this.#accounts = db.prepare("SELECT accounts FROM activity_segments WHERE id = ?");
    this.#marks = db.prepare("SELECT marks FROM activity_segments WHERE id = ?");
    const columns = "first_device AS firstDevice, directory";
    const next =
      "FROM activity_parts WHERE segment_id = ? AND first_device > ? ORDER BY first_device LIMIT 1";
    this.#partFrom = db.prepare(`SELECT ${columns}, lines ${next}`);
    this.#directoryFrom = db.prepare(`SELECT ${columns} ${next}`);
    this.#partOf = db.prepare(
      `SELECT ${columns}, lines FROM activity_parts
       WHERE segment_id = ? AND first_device <= ? ORDER BY first_device DESC LIMIT 1`,
    );
    this.#lines = db.prepare("SELECT lines FROM activity_parts WHERE segment_id = ? AND first_device = ?");
  }

  /** Newest first. */
  list(): SegmentRow[] {
    return this.#list.all();
  }

  /** Returns whether a segment held requests of the account when it was written. */
  mayHoldAccount(segmentId: number, accountId: number): boolean {
    return wordsIn(this.#accounts.get(segmentId)?.accounts).includes(accountId);
  }

  /** Returns false only if no mark in the segment matches the request's id. */
  mayHoldRequest(segmentId: number, idMark: number): boolean {
    const marks = wordsIn(this.#marks.get(segmentId)?.marks);
    for (let nth = 0; nth < marks.length; nth++) if (isMarkOf(marks[nth]!, idMark)) return true;
    return false;
  }

  /** Yields the parts in order of devices. */
  *parts(segmentId: number): Generator<LoadedPart> {
    for (let row = this.#partFrom.get(segmentId, -1); row !== null; ) {
      const loaded = load(row);
      if (loaded !== null) yield loaded;
      row = this.#partFrom.get(segmentId, row.firstDevice);
    }
  }

  /** Yields the parts without their lines, which `linesOf` loads. */
  *directories(segmentId: number): Generator<{ readonly firstDevice: number; readonly part: ActivityPart }> {
    for (let row = this.#directoryFrom.get(segmentId, -1); row !== null; ) {
      const part = ActivityPart.read(row.directory);
      if (part !== null) yield { firstDevice: row.firstDevice, part };
      row = this.#directoryFrom.get(segmentId, row.firstDevice);
    }
  }

  /** Returns null if the lines do not fit the part. */
  linesOf(segmentId: number, firstDevice: number, part: ActivityPart): Uint8Array | null {
    const lines = this.#lines.get(segmentId, firstDevice)?.lines;
    return lines !== undefined && part.fits(lines) ? lines : null;
  }

  /** Returns the part with the requests of a device, if there is one. */
  partOf(segmentId: number, deviceId: number): (LoadedPart & { readonly firstDevice: number }) | null {
    const row = this.#partOf.get(segmentId, deviceId);
    const loaded = row === null ? null : load(row);
    return loaded === null ? null : { ...loaded, firstDevice: row!.firstDevice };
  }

  /** Adds a segment, either in place of the one with `id` or as the newest. Returns its size and frees its parts. */
  put(parts: readonly PartBytes[], { id, level, firstMs, lastMs }: NewSegment): number {
    if (parts.length === 0) return 0;
    const bytes = bytesOfParts(parts);
    const { accounts, marks } = contentsOf(parts);
    const { lastInsertRowid } = this.#db
      .query(
        `INSERT INTO activity_segments (id, level, bytes, first_ms, last_ms, accounts, marks)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(id ?? null, level, bytes, firstMs, lastMs, bytesIn(accounts), bytesIn(marks));
    for (const part of parts) {
      this.putPart(Number(lastInsertRowid), part);
      freeBytes(part.lines);
    }
    return bytes;
  }

  putPart(segmentId: number, { firstDevice, directory, lines }: PartBytes): void {
    this.#db
      .query(
        "INSERT OR REPLACE INTO activity_parts (segment_id, first_device, directory, lines) VALUES (?, ?, ?, ?)",
      )
      .run(segmentId, firstDevice, directory, lines);
  }

  removePart(segmentId: number, firstDevice: number): void {
    this.#db
      .query("DELETE FROM activity_parts WHERE segment_id = ? AND first_device = ?")
      .run(segmentId, firstDevice);
  }

  /** Updates the size of a segment whose parts were changed. */
  measure(segmentId: number): void {
    this.#db
      .query(
        `UPDATE activity_segments SET bytes = (
           SELECT coalesce(sum(length(directory) + length(lines)), 0) FROM activity_parts WHERE segment_id = ?1
         ) WHERE id = ?1`,
      )
      .run(segmentId);
    this.#db.query("DELETE FROM activity_segments WHERE id = ? AND bytes = 0").run(segmentId);
  }

  remove({ id }: SegmentRow): void {
    this.#db.query("DELETE FROM activity_parts WHERE segment_id = ?").run(id);
    this.#db.query("DELETE FROM activity_segments WHERE id = ?").run(id);
  }
}

/** The times are those of the first and the last request. */
type NewSegment = Omit<SegmentRow, "id" | "bytes"> & { readonly id?: number };

export function bytesOfParts(parts: readonly PartBytes[]): number {
  return parts.reduce((sum, { directory, lines }) => sum + directory.byteLength + lines.byteLength, 0);
}

function load({ directory, lines }: PartRow): LoadedPart | null {
  const part = ActivityPart.read(directory);
  return part?.fits(lines) ? { part, lines } : null;
}

function contentsOf(parts: readonly PartBytes[]): { accounts: Uint32Array; marks: Uint32Array } {
  const columns = parts.flatMap(({ directory }) => ActivityPart.read(directory)?.columns ?? []);
  const accounts = new Set<number>();
  for (const column of columns) for (const account of column.accounts) accounts.add(account);
  const marks = new Uint32Array(columns.reduce((sum, column) => sum + column.marks.length, 0));
  let at = 0;
  for (const column of columns) {
    marks.set(column.marks, at);
    at += column.marks.length;
  }
  return { accounts: new Uint32Array(accounts), marks };
}

function bytesIn({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Ignores leftover bytes at the end, which only a damaged row has. */
function wordsIn(bytes: Uint8Array = new Uint8Array()): Uint32Array {
  const { buffer } = bytes.byteOffset === 0 ? bytes : bytes.slice();
  return new Uint32Array(buffer, 0, bytes.byteLength >> 2);
}
