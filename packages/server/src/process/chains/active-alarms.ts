import type { Severity } from "@weir/protocol/closed-sets";
import type { ActiveAlarm, RaisedAlarm, RuleAlarmRecord } from "../../store/chain-records.ts";
import type { AlarmClearing } from "../../store/settlement.ts";
import type { NewIds } from "../new-ids.ts";
import { type AlarmListener, nobodyListens } from "../notifications/alarm-listener.ts";
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
  *ofRules(): Generator<{ readonly sensorId: number; readonly ruleId: number; readonly name: string }> {
    if (this.#ruleAlarms === 0) return;
    for (const { sensorId, origin } of this.#byKey.values()) {
      const { ruleId, name } = origin;
      if (ruleId !== null) yield { sensorId, ruleId, name };
    }
  }

  /** Returns whether the alarm was raised now. */
  raise(alarm: RaisedAlarm): boolean {
    const { sensorId, name, raisedUs, value } = alarm;
    const active = this.#byKey.get(keyOf(sensorId, { name, ruleId: null }));
    if (active === undefined) {
      const id = this.#ids.alarm();
      this.#batch.alarms.push({ kind: "raised", id, alarm });
      this.#add(id, sensorId, { name, ruleId: null }, alarm.severity);
      this.#listener.raised(id, { ...alarm, ruleId: null });
      return true;
    }
    this.#touch(active, raisedUs, value);
    return false;
  }

  /** Raises the alarm of an alert rule, which knows that it is not active. */
  fire(alarm: RuleAlarmRecord): void {
    const { sensorId, name, ruleId } = alarm;
    const id = this.#ids.alarm();
    this.#batch.alarms.push({ kind: "rule fired", id, alarm });
    this.#add(id, sensorId, { name, ruleId }, alarm.severity);
    this.#listener.raised(id, alarm);
  }

  /** A reading found the alarm of a rule active. Does nothing if a person has cleared the alarm. */
  foundActive(sensorId: number, ruleId: number, atUs: number, value: number): void {
    const active = this.#byKey.get(keyOf(sensorId, { name: "", ruleId }));
    if (active !== undefined) this.#touch(active, atUs, value);
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

/** What raised an alarm: an alert rule, or (null) a chain that gave it this name. */
type AlarmOrigin = Pick<ActiveAlarm, "name" | "ruleId">;

interface AlarmEntry {
  readonly id: number;
  readonly sensorId: number;
  readonly origin: AlarmOrigin;
  readonly severity: Severity;
  lastUs: number;
  lastValue: number;
  readings: number;
}

/** The key of a rule has a line break, which names cannot have. */
function keyOf(sensorId: number, { name, ruleId }: AlarmOrigin): string {
  return ruleId === null ? `${sensorId} ${name}` : `${sensorId} \n${ruleId}`;
}
