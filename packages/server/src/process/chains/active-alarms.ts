import type { Severity } from "@weir/protocol/closed-sets";
import { isGraver } from "@weir/protocol/is-graver";
import type { ActiveAlarm, RaisedAlarm, RuleAlarmRecord } from "../../store/chain-records.ts";
import type { AlarmClearing } from "../../store/settlement.ts";
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
    for (const { id, sensorId, severity, ...origin } of active) this.#add(id, sensorId, origin, severity);
  }

  get hasRuleAlarms(): boolean {
    return this.#ruleAlarms > 0;
  }

  /** The alarms of alert rules. */
  *ofRules(): Generator<ActiveRuleAlarm> {
    if (this.#ruleAlarms === 0) return;
    for (const { sensorId, origin, severity } of this.#byKey.values()) {
      const { ruleId, name } = origin;
      if (ruleId !== null) yield { sensorId, ruleId, name, severity };
    }
  }

  /** Raises the alarm of a chain. If it is active, its severity may rise. */
  raise(alarm: RaisedAlarm): "raised" | "rose" | "active" {
    const { sensorId, name, raisedUs, value } = alarm;
    const active = this.#byKey.get(keyOf(sensorId, { name, ruleId: null }));
    if (active === undefined) {
      const id = this.#ids.alarm();
      this.#batch.alarms.push({ kind: "raised", id, alarm });
      this.#add(id, sensorId, { name, ruleId: null }, alarm.severity);
      this.#listener.raised(id, { ...alarm, ruleId: null });
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
  fire(alarm: RuleAlarmRecord): void {
    const { sensorId, name, ruleId } = alarm;
    const id = this.#ids.alarm();
    this.#batch.alarms.push({ kind: "rule fired", id, alarm });
    this.#add(id, sensorId, { name, ruleId }, alarm.severity);
    this.#listener.raised(id, alarm);
  }

  /** A reading found the alarm of a rule active. Returns its severity; null if a person has cleared the alarm. */
  foundActive(sensorId: number, ruleId: number, atUs: number, value: number): Severity | null {
    const active = this.#byKey.get(keyOf(sensorId, { name: "", ruleId }));
    if (active === undefined) return null;
    this.#touch(active, atUs, value);
    return active.severity;
  }

  /** Makes the active alarm of a rule graver. It keeps the name under which it was raised. */
  rise(alarm: RisenAlarm): void {
    const active = this.#byKey.get(keyOf(alarm.sensorId, alarm));
    if (active !== undefined) this.#rise(active, { ...alarm, name: active.origin.name });
  }

  /** Returns whether there was an alarm to clear. */
  clear(sensorId: number, origin: AlarmOrigin, clearing: AlarmClearing): boolean {
    const key = keyOf(sensorId, origin);
    const active = this.#byKey.get(key);
    if (active === undefined) return false;
    this.#write(active);
    this.#batch.alarms.push({ kind: "cleared", id: active.id, ...clearing });
    this.#remove(key, active);
    const { id, severity } = active;
    this.#listener.cleared(id, { sensorId, severity, ...origin, clearedUs: clearing.clearedUs });
    return true;
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

  #rise(active: AlarmEntry, alarm: RisenAlarm): void {
    const { severity, message, roseUs } = alarm;
    active.severity = severity;
    this.#batch.alarms.push({ kind: "rose", id: active.id, severity, message, roseUs });
    this.#listener.rose(active.id, alarm);
  }

  #add(id: number, sensorId: number, origin: AlarmOrigin, severity: Severity): void {
    const entry = { id, sensorId, origin, severity, lastUs: 0, lastValue: 0, readings: 0 };
    this.#byKey.set(keyOf(sensorId, origin), entry);
    if (origin.ruleId !== null) this.#ruleAlarms++;
  }

  #remove(key: string, { origin }: AlarmEntry): void {
    this.#byKey.delete(key);
    if (origin.ruleId !== null) this.#ruleAlarms--;
  }

  #touch(active: AlarmEntry, atUs: number, value: number): void {
    active.lastUs = atUs;
    active.lastValue = value;
    active.readings++;
    this.#touched.add(active);
  }

  #write(alarm: AlarmEntry): void {
    const { id, lastUs, lastValue, readings } = alarm;
    if (readings > 0) this.#batch.alarms.push({ kind: "found active", id, lastUs, lastValue, readings });
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

interface AlarmEntry {
  readonly id: number;
  readonly sensorId: number;
  readonly origin: AlarmOrigin;
  severity: Severity;
  lastUs: number;
  lastValue: number;
  readings: number;
}

/** The key of a rule has a line break, which names cannot have. */
function keyOf(sensorId: number, { name, ruleId }: AlarmOrigin): string {
  return ruleId === null ? `${sensorId} ${name}` : `${sensorId} \n${ruleId}`;
}
