import type { Database, Statement } from "bun:sqlite";
import { insertOf } from "../engine/sqlite/insert-of.ts";
import { packBatchFates } from "./fate-codec.ts";
import type { BatchFates, ChainUse, UnsavedEnd } from "./reading-fates.ts";
import { chainUseFields, chainUseRow, chainUsesMax, fateFields, type StoredFates } from "./record.ts";
import { UnsavedEndRows } from "./unsaved-ends-sqlite.ts";

/** The approximate size in the file. */
const keptBytesMax = 32 * 1024 * 1024;

/** Keeps receipts on the connection of the reading store, within its transaction. */
export class SqliteReceiptStore {
  readonly #bytesMax: number;
  readonly #unsavedEnds: UnsavedEndRows;
  readonly #insert: Statement;
  readonly #grow: Statement<{ bytes: number }, [number]>;
  readonly #removeOldest: Statement<{ bytes: number; lastArrivalMs: number }, []>;
  readonly #forget: Statement;
  readonly #lastUse: Statement<Pick<ChainUse, "chainId" | "chainVersion">, [number, number]>;
  readonly #use: Statement;
  readonly #forgetUses: Statement;

  constructor(db: Database, bytesMax = keptBytesMax) {
    this.#bytesMax = bytesMax;
    this.#unsavedEnds = new UnsavedEndRows(db);
    this.#insert = db.prepare(insertOf("receipts", fateFields));
    this.#grow = db.prepare("UPDATE receipts_kept SET bytes = bytes + ? RETURNING bytes");
    this.#removeOldest = db.prepare(
      `DELETE FROM receipts WHERE id = (SELECT min(id) FROM receipts)
       RETURNING bytes, last_arrival_ms AS lastArrivalMs`,
    );
    this.#forget = db.prepare(
      "UPDATE receipts_kept SET bytes = ?, forgotten_before_ms = max(forgotten_before_ms, ?)",
    );
    this.#lastUse = db.prepare(
      `SELECT chain_id AS chainId, chain_version AS chainVersion FROM chains_in_use
       WHERE device_id = ? AND sensor_id = ? ORDER BY from_position DESC LIMIT 1`,
    );
    this.#use = db.prepare(
      `${insertOf("chains_in_use", chainUseFields)}
       ON CONFLICT DO UPDATE SET chain_id = excluded.chain_id, chain_version = excluded.chain_version`,
    );
    this.#forgetUses = db.prepare(
      `DELETE FROM chains_in_use WHERE device_id = ?1 AND sensor_id = ?2 AND from_position <= (
         SELECT from_position FROM chains_in_use WHERE device_id = ?1 AND sensor_id = ?2
         ORDER BY from_position DESC LIMIT 1 OFFSET ?3
       )`,
    );
  }

  write(fates: BatchFates): void {
    let added = 0;
    for (const row of packBatchFates(fates)) added += this.#writeRow(row);
    const { bytes } = this.#grow.get(added)!;
    if (bytes > this.#bytesMax) this.#forgetOldest(bytes);
  }

  /** Records where readings of devices were lost. For each device and end, the first and the last time are kept. */
  unsaved(ends: readonly UnsavedEnd[]): void {
    this.#unsavedEnds.add(ends);
  }

  /** May be repeated. */
  chainInUse(use: ChainUse): void {
    const { deviceId, sensorId, chainId, chainVersion } = use;
    const last = this.#lastUse.get(deviceId, sensorId);
    if (last?.chainId === chainId && last.chainVersion === chainVersion) return;
    const row = chainUseRow(use);
    this.#use.run(...chainUseFields.map((field) => row[field]));
    if (last !== null) this.#forgetUses.run(deviceId, sensorId, chainUsesMax);
  }

  /** Returns how many bytes were written. */
  #writeRow(fates: StoredFates): number {
    this.#insert.run(...fateFields.map((field) => fates[field]));
    return fates.bytes;
  }

  #forgetOldest(bytes: number): void {
    let left = bytes;
    let forgottenMs = 0;
    while (left > this.#bytesMax) {
      const removed = this.#removeOldest.get();
      if (removed === null) break;
      left -= removed.bytes;
      forgottenMs = Math.max(forgottenMs, removed.lastArrivalMs);
    }
    this.#forget.run(left, forgottenMs + 1);
  }
}
