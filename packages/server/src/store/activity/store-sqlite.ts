import type { Database, Statement } from "bun:sqlite";
import type { ActivityRecord, RejectedReading } from "../../activity/activity-record.ts";
import type { KeptRequests, SentTimes } from "./activity-keeper.ts";
import { Quarantine } from "./quarantine-sqlite.ts";
import { deviceTables, type QuarantineLimits } from "./record.ts";
import { SqliteRequestWriter } from "./writer-sqlite.ts";

export interface ActivityStoreLimits extends QuarantineLimits {
  /** The maximum size of all requests together. */
  readonly bytesMax: number;
}

/** Writes activity on the connection of the reading store, within its transaction. */
export class SqliteActivityStore {
  readonly #requests: SqliteRequestWriter;
  readonly #quarantine: Quarantine;
  readonly #clockOffset: Statement;
  readonly #sentTimes: Statement;
  readonly #troubled: Statement;
  readonly #namedDevices: Statement<{ deviceId: number }, []>;
  /** What is deleted with a device. */
  readonly #forgets: readonly Statement[];

  constructor(db: Database, limits: Partial<ActivityStoreLimits> = {}) {
    this.#requests = new SqliteRequestWriter(db, limits.bytesMax);
    this.#quarantine = new Quarantine(db, limits);
    this.#clockOffset = db.prepare(
      `INSERT INTO connections (device_id, clock_offset_ms, last_connected_ms) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET clock_offset_ms = excluded.clock_offset_ms`,
    );
    // The device has connected, so it has a row, unless its connection is still being written.
    this.#sentTimes = db.prepare(
      `INSERT INTO connections AS known (device_id, last_connected_ms, current_ms, wrong_ms, behind_ms)
       VALUES (?1, max(coalesce(?2, 0), coalesce(?3, 0)), ?2, ?3, ?4)
       ON CONFLICT DO UPDATE SET current_ms = coalesce(max(known.current_ms, ?2), ?2, known.current_ms),
         behind_ms = iif(?3 >= coalesce(known.wrong_ms, 0), ?4, known.behind_ms),
         wrong_ms = coalesce(max(known.wrong_ms, ?3), ?3, known.wrong_ms)`,
    );
    this.#troubled = db.prepare(
      `INSERT INTO device_troubles (device_id, last_troubled_ms) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET last_troubled_ms = max(last_troubled_ms, excluded.last_troubled_ms)`,
    );
    this.#namedDevices = db.prepare(
      deviceTables.map((table) => `SELECT device_id AS deviceId FROM ${table}`).join(" UNION "),
    );
    this.#forgets = [
      ...deviceTables.map((table) => db.prepare(`DELETE FROM ${table} WHERE device_id = ?`)),
      // Alarms of sensors are deleted with their sensors.
      db.prepare("DELETE FROM alarms WHERE device_id = ? AND sensor_id IS NULL"),
    ];
  }

  /** Returns roughly how many bytes were written. */
  keep(requests: KeptRequests): number {
    return this.#requests.keep(requests);
  }

  /** Adds requests of another installation and deletes none. The next `keep` does what there is to be tidied. */
  add(records: readonly ActivityRecord[]): void {
    this.#requests.add(records);
  }

  /** Records how far the clock of a device was behind, as the request that arrived at `arrivalMs` showed. */
  clockOffset(deviceId: number, offsetMs: number, arrivalMs: number): void {
    this.#clockOffset.run(deviceId, offsetMs, arrivalMs);
  }

  sentTimes({ deviceId, currentMs, wrongMs, behindMs }: SentTimes): void {
    this.#sentTimes.run(deviceId, whole(currentMs), whole(wrongMs), behindMs);
  }

  /**
   * Records that a request of the device was refused, or one of its readings rejected. The latest time is kept,
   * whatever the order of calls.
   */
  troubled(deviceId: number, atMs: number): void {
    this.#troubled.run(deviceId, atMs);
  }

  quarantine(readings: readonly RejectedReading[]): void {
    this.#quarantine.add(readings);
  }

  /** Returns the number of these quarantined readings that the account had. */
  releaseQuarantined(accountId: number, ids: readonly number[]): number {
    return this.#quarantine.release(accountId, ids);
  }

  /** Forgets how much room is left in the quarantine. */
  dropMemory(): void {
    this.#quarantine.dropMemory();
  }

  /** Devices that have any stored activity. */
  devices(): Set<number> {
    const devices = new Set<number>(this.#quarantine.devices());
    for (const { deviceId } of this.#namedDevices.all()) devices.add(deviceId);
    for (const deviceId of this.#requests.devices()) devices.add(deviceId);
    return devices;
  }

  forgetDevice(deviceId: number): void {
    this.#quarantine.forgetDevice(deviceId);
    for (const forget of this.#forgets) forget.run(deviceId);
    this.#requests.forgetDevice(deviceId);
  }
}

/** The clock may count parts of a millisecond. */
function whole(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms);
}
