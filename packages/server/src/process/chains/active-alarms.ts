import type { ActiveAlarm, RaisedAlarm } from "../../store/chain-records.ts";
import type { NewIds } from "../new-ids.ts";
import type { OpenBatch } from "../open-batch.ts";

/** The active alarms, one per sensor and name. Further readings that find an alarm active are written together. */
export class ActiveAlarms {
  readonly #batch: Pick<OpenBatch, "alarms">;
  readonly #ids: NewIds;
  readonly #byKey = new Map<string, AlarmEntry>();
  readonly #touched = new Set<AlarmEntry>();

  constructor(batch: Pick<OpenBatch, "alarms">, ids: NewIds) {
    this.#batch = batch;
    this.#ids = ids;
  }

  /** Starts again with the active alarms of the store. */
  load(active: readonly ActiveAlarm[]): void {
    this.#byKey.clear();
    this.#touched.clear();
    for (const { id, sensorId, name } of active) {
      this.#byKey.set(keyOf(sensorId, name), { id, lastUs: 0, lastValue: 0, readings: 0 });
    }
  }

  /** Returns whether the alarm was raised now. */
  raise(alarm: RaisedAlarm): boolean {
    const key = keyOf(alarm.sensorId, alarm.name);
    const active = this.#byKey.get(key);
    if (active === undefined) {
      const id = this.#ids.alarm();
      this.#batch.alarms.push({ kind: "raised", id, alarm });
      this.#byKey.set(key, { id, lastUs: 0, lastValue: 0, readings: 0 });
      return true;
    }
    active.lastUs = alarm.raisedUs;
    active.lastValue = alarm.value;
    active.readings++;
    this.#touched.add(active);
    return false;
  }

  /** Returns whether there was an alarm to clear. */
  clear(sensorId: number, name: string, clearedUs: number, clearedBy: string | null): boolean {
    const key = keyOf(sensorId, name);
    const active = this.#byKey.get(key);
    if (active === undefined) return false;
    this.#write(active);
    this.#batch.alarms.push({ kind: "cleared", id: active.id, clearedUs, clearedBy });
    this.#byKey.delete(key);
    return true;
  }

  forgetSensor(sensorId: number): void {
    for (const [key, alarm] of this.#byKey) {
      if (!key.startsWith(`${sensorId} `)) continue;
      this.#byKey.delete(key);
      this.#touched.delete(alarm);
    }
  }

  write(): void {
    for (const alarm of this.#touched) this.#write(alarm);
  }

  #write(alarm: AlarmEntry): void {
    const { id, lastUs, lastValue, readings } = alarm;
    if (readings > 0) this.#batch.alarms.push({ kind: "found active", id, lastUs, lastValue, readings });
    alarm.readings = 0;
    this.#touched.delete(alarm);
  }
}

interface AlarmEntry {
  readonly id: number;
  lastUs: number;
  lastValue: number;
  readings: number;
}

function keyOf(sensorId: number, name: string): string {
  return `${sensorId} ${name}`;
}
