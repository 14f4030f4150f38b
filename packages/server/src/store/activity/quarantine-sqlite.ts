import type { Database } from "bun:sqlite";
import type { RejectedReading } from "../../activity/activity-record.ts";
import { insertOf } from "../engine/sqlite/insert-of.ts";
import { type QuarantineLimits, quarantineLimits, rejectedFields } from "./record.ts";

/**
 * Keeps rejected readings in their table. Past its limits the oldest are deleted: of the device, of the account, and if
 * there are too many in all, of the account that has the most.
 */
export class Quarantine {
  readonly #db: Database;
  readonly #limits: QuarantineLimits;
  /** How many may be added before all are counted again. Rows deleted meanwhile only make the next count come early. */
  #room = 0;

  constructor(db: Database, limits: Partial<QuarantineLimits>) {
    this.#db = db;
    this.#limits = { ...quarantineLimits, ...limits };
  }

  dropMemory(): void {
    this.#room = 0;
  }

  add(readings: readonly RejectedReading[]): void {
    if (readings.length === 0) return;
    const insert = this.#db.query(insertOf("quarantine", rejectedFields));
    for (const reading of readings) insert.run(...rejectedFields.map((field) => reading[field]));
    for (const deviceId of new Set(readings.map((reading) => reading.deviceId))) this.#limitDevice(deviceId);
    for (const accountId of new Set(readings.map((reading) => reading.accountId)))
      this.#limitAccount(accountId);
    this.#limitAll(readings.length);
  }

  release(accountId: number, ids: readonly number[]): number {
    return this.#db
      .query("DELETE FROM quarantine WHERE account_id = ? AND id IN (SELECT value FROM json_each(?))")
      .run(accountId, JSON.stringify(ids)).changes;
  }

  devices(): number[] {
    const rows = this.#db.query("SELECT DISTINCT device_id FROM quarantine").values() as [number][];
    return rows.map(([deviceId]) => deviceId);
  }

  forgetDevice(deviceId: number): void {
    this.#db.query("DELETE FROM quarantine WHERE device_id = ?").run(deviceId);
  }

  #limitDevice(deviceId: number): void {
    this.#db
      .query(
        `DELETE FROM quarantine WHERE device_id = ?1 AND id <= (
           SELECT id FROM quarantine WHERE device_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2
         )`,
      )
      .run(deviceId, this.#limits.quarantinedMaxPerDevice);
  }

  /** Limits each account, so that it does not push out the readings of others. */
  #limitAccount(accountId: number): void {
    this.#db
      .query(
        `DELETE FROM quarantine WHERE account_id = ?1 AND id <= (
           SELECT id FROM quarantine WHERE account_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2
         )`,
      )
      .run(accountId, this.#limits.quarantinedMaxPerAccount);
  }

  #limitAll(added: number): void {
    this.#room -= added;
    if (this.#room >= 0) return;
    const { quarantinedMax } = this.#limits;
    const { rows } = this.#db.query("SELECT count(*) AS rows FROM quarantine").get() as { rows: number };
    this.#room = quarantinedMax - rows;
    if (this.#room >= 0) return;
    // Deletes a few more than necessary, so that rows are not counted for each new one.
    const share = Math.ceil(quarantinedMax / 100);
    this.#db
      .query(
        `DELETE FROM quarantine WHERE id IN (
           SELECT id FROM quarantine
           WHERE account_id = (SELECT account_id FROM quarantine GROUP BY account_id ORDER BY count(*) DESC LIMIT 1)
           ORDER BY id LIMIT ?
         )`,
      )
      .run(share - this.#room);
    this.#room = share;
  }
}
