import type { Database, Statement } from "bun:sqlite";
import type { KeptSilenceAlarm, SilenceAlarmRecord } from "../silence-alarm.ts";

/** An alarm without a sensor is a silence alarm. The indexes allow one active alarm per device and find the newest. */
export const silenceAlarms = `
ALTER TABLE alarms ALTER COLUMN sensor_id DROP NOT NULL;
ALTER TABLE alarms ALTER COLUMN chain_id DROP NOT NULL;
ALTER TABLE alarms ALTER COLUMN node_id DROP NOT NULL;
ALTER TABLE alarms ALTER COLUMN raised_value DROP NOT NULL;
ALTER TABLE alarms ALTER COLUMN last_value DROP NOT NULL;
CREATE INDEX alarms_of_silence ON alarms (device_id, id) WHERE sensor_id IS NULL;
CREATE UNIQUE INDEX alarms_of_silence_active ON alarms (device_id) WHERE sensor_id IS NULL AND cleared_us IS NULL;
`;

type Row = Omit<KeptSilenceAlarm, "isCleared"> & { readonly clearedUs: number | null };

/** Keeps silence alarms on the connection of the reading store, within its transaction. */
export class SqliteSilenceAlarms {
  readonly #newest: Statement<Row, [number]>;
  readonly #raise: Statement;

  constructor(db: Database) {
    this.#newest = db.prepare(
      `SELECT id, name, severity, message, last_us AS lastUs, cleared_us AS clearedUs, cleared_by AS clearedBy
       FROM alarms WHERE device_id = ? AND sensor_id IS NULL ORDER BY id DESC LIMIT 1`,
    );
    this.#raise = db.prepare(
      `INSERT INTO alarms (account_id, device_id, name, severity, message, raised_us, last_us, readings, id)
       VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)`,
    );
  }

  /** Returns the last silence alarm of the device, or null. */
  newest(deviceId: number): KeptSilenceAlarm | null {
    const row = this.#newest.get(deviceId);
    if (row === null) return null;
    const { clearedUs, ...alarm } = row;
    return { ...alarm, isCleared: clearedUs !== null };
  }

  raise(alarm: SilenceAlarmRecord & { readonly id: number }): void {
    const { id, accountId, deviceId, name, severity, message, raisedUs, lastUs } = alarm;
    this.#raise.run(accountId, deviceId, name, severity, message, raisedUs, lastUs, id);
  }
}
