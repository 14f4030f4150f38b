import type { Database, Statement } from "bun:sqlite";
import type { RuleAlarmRecord } from "../chain-records.ts";

/** A rule may have the name of an alarm that a chain raises, so names are unique only within what raised the alarm. */
export const ruleAlarms = `
ALTER TABLE alarms ADD COLUMN rule_id INTEGER;
DROP INDEX alarms_active;
CREATE UNIQUE INDEX alarms_active ON alarms (sensor_id, name, coalesce(rule_id, 0)) WHERE cleared_us IS NULL;
`;

/** Why the server cleared the alarm of a rule. */
export const clearReason = `
ALTER TABLE alarms ADD COLUMN clear_reason TEXT CHECK (clear_reason IN ('rule_deleted', 'rule_not_applicable'));
`;

/** When the severity of an active alarm rose. It only rises, so it becomes each severity once. */
export const severityRises = `
ALTER TABLE alarms ADD COLUMN warning_us INTEGER;
ALTER TABLE alarms ADD COLUMN critical_us INTEGER;
`;

/** Keeps alarms of alert rules on the connection of the reading store, within its transaction. */
export class SqliteRuleAlarms {
  readonly #raise: Statement;

  constructor(db: Database) {
    this.#raise = db.prepare(
      `INSERT INTO alarms (account_id, device_id, sensor_id, rule_id, name, severity, message,
         raised_us, raised_value, last_us, last_value, readings, id)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?8, ?9, ?10, ?11)`,
    );
  }

  raise(alarm: RuleAlarmRecord & { readonly id: number }): void {
    const { accountId, deviceId, sensorId, ruleId, name, severity, message, raisedUs, value } = alarm;
    this.#raise.run(
      ...[accountId, deviceId, sensorId, ruleId, name, severity, message, raisedUs, value],
      ...[alarm.readings, alarm.id],
    );
  }
}
