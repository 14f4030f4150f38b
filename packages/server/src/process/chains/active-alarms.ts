import type { Severity } from "@weir/protocol/closed-sets";
import { isGraver } from "@weir/protocol/is-graver";
import { type NotifiedAlarmValues, noNotifiedValues } from "@weir/protocol/manage/alarm-values";
import { hasValueLimit, isFartherBeyond } from "@weir/rule-engine/alerts/beyond-limit";
import type { ActiveAlarm, RaisedAlarm, RuleAlarmRecord } from "../../store/alarms/record.ts";
import type { AlarmClearing } from "../../store/settlement.ts";
import type { ArmedRule } from "../alerts/armed-rule.ts";
import type { NewIds } from "../new-ids.ts";
import { type AlarmListener, nobodyListens, type RisenAlarm } from "../notifications/alarm-listener.ts";
import type { OpenBatch } from "../open-batch.ts";

/**
 * The active alarms: of chains one per sensor and name, of alert rules one per sensor and rule. Further readings that find
 * an alarm active are written together.
 */
export class ActiveAlarms {
  readonly #batch: Pick<OpenBatch, "alarms">;
  readonly #ids: NewIds;
  readonly #listener: AlarmListener;
  readonly #byKey = new Map<string, AlarmEntry>();
  readonly #touched = new Set<AlarmEntry>();
  #ruleAlarms = 0;

  constructor(batch: Pick<OpenBatch, "alarms">, ids: NewIds, listener: AlarmListener = nobodyListens) {
    this.#batch = batch;
    this.#ids = ids;
    this.#listener = listener;
  }

  /** Starts again with the active alarms of the store. */
  load(active: readonly ActiveAlarm[]): void {
    this.#byKey.clear();
    this.#touched.clear();
    this.#ruleAlarms = 0;
    for (const alarm of active) this.#add(alarm);
  }

  get hasRuleAlarms(): boolean {
    return this.#ruleAlarms > 0;
  }

  /** The alarms of alert rules. */
  *ofRules(): Generator<ActiveRuleAlarm> {
    if (this.#ruleAlarms === 0) return;
    for (const { sensorId, ruleId, name, severity } of this.#byKey.values()) {
      if (ruleId !== null) yield { sensorId, ruleId, name, severity };
    }
  }

  /** Raises the alarm of a chain. If it is active, its severity may rise. Chains have no limits whose values it could have. */
  raise(alarm: RaisedAlarm): "raised" | "rose" | "active" {
    const { sensorId, name, raisedUs, value } = alarm;
    const active = this.#byKey.get(keyOf(sensorId, { name, ruleId: null }));
    if (active === undefined) {
      const id = this.#ids.alarm();
      this.#batch.alarms.push({ kind: "raised", id, alarm });
      this.#add({ id, sensorId, name, ruleId: null, severity: alarm.severity, worstValue: null });
      this.#listener.raised(id, { ...alarm, ...noNotifiedValues, ruleId: null });
      return "raised";
    }
    this.#touch(active, raisedUs, value);
    if (alarm.severity === active.severity || !isGraver(alarm.severity, active.severity)) return "active";
    const { accountId, deviceId, severity, message } = alarm;
    const about = { accountId, deviceId, sensorId, name, ruleId: null };
    this.#rise(active, { ...about, severity, message, roseUs: raisedUs, value });
    return "rose";
  }

  /** Raises the alarm of an alert rule, which knows that it is not active. */
  fire(
    { id: ruleId, name, condition }: WatchingRule,
    fired: Omit<RuleAlarmRecord, "ruleId" | "name">,
  ): NotifiedAlarmValues {
    const { sensorId, severity } = fired;
    const id = this.#ids.alarm();
    const worstValue = hasValueLimit(condition) ? fired.value : null;
    const alarm = { ...fired, ruleId, name, worstValue };
    this.#batch.alarms.push({ kind: "rule fired", id, alarm });
    const notified = notifiedOf(this.#add({ id, sensorId, name, ruleId, severity, worstValue }));
    this.#listener.raised(id, { ...alarm, ...notified });
    return notified;
  }

  /** A reading found the alarm of a rule active. Returns its severity; null if a person has cleared the alarm. */
  foundActive(sensorId: number, rule: WatchingRule, atUs: number, value: number): Severity | null {
    const active = this.#byKey.get(keyOf(sensorId, { name: "", ruleId: rule.id }));
    if (active === undefined) return null;
    this.#touch(active, atUs, value);
    const { worstValue } = active;
    if (worstValue !== null && isFartherBeyond(rule.condition, value, worstValue)) active.worstValue = value;
    return active.severity;
  }

  /** Makes the active alarm of a rule graver. It keeps the name under which it was raised. */
  rise(alarm: Omit<RisenAlarm, keyof NotifiedAlarmValues>): NotifiedAlarmValues | null {
    const active = this.#byKey.get(keyOf(alarm.sensorId, alarm));
    return active === undefined ? null : this.#rise(active, { ...alarm, name: active.name });
  }

  /** Returns the last values of the alarm that is cleared; null if there was none to clear. */
  clear(sensorId: number, origin: AlarmOrigin, clearing: AlarmClearing): NotifiedAlarmValues | null {
    const key = keyOf(sensorId, origin);
    const active = this.#byKey.get(key);
    if (active === undefined) return null;
    this.#write(active);
    this.#batch.alarms.push({ kind: "cleared", id: active.id, ...clearing });
    this.#remove(key, active);
    const { id, severity } = active;
    const notified = notifiedOf(active);
    this.#listener.cleared(id, { sensorId, severity, ...origin, ...notified, clearedUs: clearing.clearedUs });
    return notified;
  }

  forgetSensor(sensorId: number): void {
    for (const [key, alarm] of this.#byKey) {
      if (!key.startsWith(`${sensorId} `)) continue;
      this.#remove(key, alarm);
      this.#touched.delete(alarm);
    }
  }

  write(): void {
    for (const alarm of this.#touched) this.#write(alarm);
  }

  #rise(active: AlarmEntry, alarm: Omit<RisenAlarm, keyof NotifiedAlarmValues>): NotifiedAlarmValues {
    const { severity, message, roseUs } = alarm;
    const notified = notifiedOf(active);
    active.severity = severity;
    this.#batch.alarms.push({ kind: "rose", id: active.id, severity, message, roseUs });
    this.#listener.rose(active.id, { ...alarm, ...notified });
    return notified;
  }

  #add(alarm: ActiveAlarm): AlarmEntry {
    const entry = { ...alarm, lastUs: 0, lastValue: 0, readings: 0 };
    this.#byKey.set(keyOf(alarm.sensorId, alarm), entry);
    if (alarm.ruleId !== null) this.#ruleAlarms++;
    return entry;
  }

  #remove(key: string, { ruleId }: AlarmEntry): void {
    this.#byKey.delete(key);
    if (ruleId !== null) this.#ruleAlarms--;
  }

  #touch(active: AlarmEntry, atUs: number, value: number): void {
    active.lastUs = atUs;
    active.lastValue = value;
    active.readings++;
    this.#touched.add(active);
  }

  #write(alarm: AlarmEntry): void {
    const { id, lastUs, lastValue, worstValue, readings } = alarm;
    if (readings > 0)
      this.#batch.alarms.push({ kind: "found active", id, lastUs, lastValue, worstValue, readings });
    alarm.readings = 0;
    this.#touched.delete(alarm);
  }
}

export interface ActiveRuleAlarm {
  readonly sensorId: number;
  readonly ruleId: number;
  readonly name: string;
  readonly severity: Severity;
}

/** What raised an alarm: an alert rule, or (null) a chain that gave it this name. */
type AlarmOrigin = Pick<ActiveAlarm, "name" | "ruleId">;

/** What is used of a rule while its alarm is active. */
type WatchingRule = Pick<ArmedRule, "id" | "name" | "condition">;

/** An active alarm, and what the readings since the last write found of it. */
type AlarmEntry = { -readonly [Field in keyof ActiveAlarm]: ActiveAlarm[Field] } & {
  lastUs: number;
  lastValue: number;
  readings: number;
};

/** The values that people are notified of with every change of an alarm. */
export function notifiedOf({ worstValue }: Pick<ActiveAlarm, "worstValue">): NotifiedAlarmValues {
  return { worst_value: worstValue };
}

/** The key of a rule has a line break, which names cannot have. */
function keyOf(sensorId: number, { name, ruleId }: AlarmOrigin): string {
  return ruleId === null ? `${sensorId} ${name}` : `${sensorId} \n${ruleId}`;
}
