import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { columnOf } from "../engine/record-columns.ts";
import { insertOf } from "../engine/sqlite/insert-of.ts";
import type { AlarmChange } from "../settlement.ts";
import { isRaising, raisedAlarm } from "./raised-alarm.ts";
import { alarmFields, foundFields } from "./record.ts";

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

/** Writes alarms on the connection of the reading store, within its transaction. */
export class SqliteAlarms {
  readonly #db: Database;
  readonly #raise: Statement;
  readonly #found: Statement;

  constructor(db: Database) {
    this.#db = db;
    this.#raise = db.prepare(insertOf("alarms", alarmFields));
    const found = foundFields.map(columnOf).map((name) => `${name} = coalesce(?, ${name})`);
    this.#found = db.prepare(`UPDATE alarms SET ${found.join(", ")}, readings = readings + ? WHERE id = ?`);
  }

  change(change: AlarmChange): void {
    if (isRaising(change)) {
      const alarm = raisedAlarm(change);
      this.#raise.run(...alarmFields.map((field) => alarm[field]));
      return;
    }
    const { id } = change;
    switch (change.kind) {
      case "found active":
        this.#found.run(...foundFields.map((field) => change[field] ?? null), change.readings, id);
        break;
      case "rose":
        this.#run(
          `UPDATE alarms SET severity = ?2, message = ?3,
             warning_us = CASE ?2 WHEN 'warning' THEN ?4 ELSE warning_us END,
             critical_us = CASE ?2 WHEN 'critical' THEN ?4 ELSE critical_us END
           WHERE id = ?1`,
          [id, change.severity, change.message, change.roseUs],
        );
        break;
      case "cleared":
        this.#run("UPDATE alarms SET cleared_us = ?, cleared_by = ?, clear_reason = ? WHERE id = ?", [
          change.clearedUs,
          change.clearedBy,
          change.reason ?? null,
          id,
        ]);
        break;
      case "acknowledged":
        this.#run(
          "UPDATE alarms SET acknowledged_ms = ?, acknowledged_by = ? WHERE id = ? AND acknowledged_ms IS NULL",
          [change.acknowledgedMs, change.acknowledgedBy, id],
        );
        break;
      case "unacknowledged":
        // A cleared alarm stays as it is.
        this.#run(
          `UPDATE alarms SET acknowledged_ms = NULL, acknowledged_by = NULL
           WHERE id = ? AND acknowledged_ms IS NOT NULL AND cleared_us IS NULL`,
          [id],
        );
        break;
    }
  }

  #run(sql: string, bindings: SQLQueryBindings[]): void {
    this.#db.query(sql).run(...bindings);
  }
}
