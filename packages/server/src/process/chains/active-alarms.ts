import type { ChainStore, RaisedAlarm } from "../../store/chain-store.ts";

/** The alarms that are active, one per sensor and name. Further readings that find one active are noted in one go. */
export class ActiveAlarms {
  readonly #store: ChainStore;
  readonly #byKey = new Map<string, AlarmEntry>();
  readonly #touched = new Set<AlarmEntry>();

  constructor(store: ChainStore) {
    this.#store = store;
    this.#load();
  }

  /** Whether it was raised now. */
  raise(alarm: RaisedAlarm): boolean {
    const key = keyOf(alarm.sensorId, alarm.name);
    const active = this.#byKey.get(key);
    if (active === undefined) {
      this.#byKey.set(key, { id: this.#store.raiseAlarm(alarm), lastUs: 0, lastValue: 0, readings: 0 });
      return true;
    }
    active.lastUs = alarm.raisedUs;
    active.lastValue = alarm.value;
    active.readings++;
    this.#touched.add(active);
    return false;
  }

  /** Whether there was one to clear. */
  clear(sensorId: number, name: string, clearedUs: number, clearedBy: string | null): boolean {
    const key = keyOf(sensorId, name);
    const active = this.#byKey.get(key);
    if (active === undefined) return false;
    this.#write(active);
    this.#store.clearAlarm(active.id, clearedUs, clearedBy);
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

  /** The batch was undone, and with it what it raised and cleared. */
  rolledBack(): void {
    this.#byKey.clear();
    this.#touched.clear();
    this.#load();
  }

  #write(alarm: AlarmEntry): void {
    if (alarm.readings > 0) this.#store.touchAlarm(alarm.id, alarm.lastUs, alarm.lastValue, alarm.readings);
    alarm.readings = 0;
    this.#touched.delete(alarm);
  }

  #load(): void {
    for (const { id, sensorId, name } of this.#store.activeAlarms()) {
      this.#byKey.set(keyOf(sensorId, name), { id, lastUs: 0, lastValue: 0, readings: 0 });
    }
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
