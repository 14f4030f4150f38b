import type { Database, Statement } from "bun:sqlite";

/** Finds the devices that have battery levels and deletes old levels, a bounded number at a time. */
export class BatteryRemover {
  readonly #next: Statement<{ deviceId: number }, [number]>;
  readonly #delete: Statement;

  constructor(db: Database) {
    this.#next = db.prepare(
      "SELECT device_id AS deviceId FROM battery_levels WHERE device_id > ? ORDER BY device_id LIMIT 1",
    );
    this.#delete = db.prepare(
      `DELETE FROM battery_levels WHERE (device_id, received_us, volts) IN
       (SELECT device_id, received_us, volts FROM battery_levels WHERE device_id = ? AND received_us < ? LIMIT ?)`,
    );
  }

  /** Returns the device with the lowest id above `deviceId` that has battery levels, or null. */
  deviceAfter(deviceId: number): number | null {
    return this.#next.get(deviceId)?.deviceId ?? null;
  }

  /** Deletes at most `max` levels received before `beforeUs`. Returns how many; fewer than `max` only if none are left. */
  removeBefore(deviceId: number, beforeUs: number, max: number): number {
    return this.#delete.run(deviceId, beforeUs, max).changes;
  }
}
