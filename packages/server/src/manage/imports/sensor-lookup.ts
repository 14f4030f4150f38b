import type { ControlReader } from "../../control/control-store.ts";

export interface FoundSensor {
  readonly deviceId: number;
  readonly sensorId: number;
}

const devicesKeptMax = 1000;

interface SensorRow {
  readonly deviceId: number;
  readonly sensorId: number;
  readonly uuid: string;
  readonly slug: string;
}

/**
 * Finds the sensors that lines name, within one account: what belongs to others is as unknown as what never was. A
 * device's sensors are read once, since neighbouring lines name the same.
 */
export class SensorLookup {
  readonly #control: ControlReader;
  readonly #accountId: number;
  readonly #devices = new Map<string, Map<string, FoundSensor> | null>();

  constructor(control: ControlReader, accountId: number) {
    this.#control = control;
    this.#accountId = accountId;
  }

  /** The sensor by slug or UUID, or why there is none. */
  find(device: string, sensor: string): FoundSensor | string {
    const sensors = this.#sensorsOf(device);
    if (sensors === null) return `There is no device "${shown(device)}".`;
    return sensors.get(sensor) ?? `The device has no sensor "${shown(sensor)}".`;
  }

  #sensorsOf(device: string): Map<string, FoundSensor> | null {
    const known = this.#devices.get(device);
    if (known !== undefined) return known;
    if (this.#devices.size === devicesKeptMax) this.#devices.clear();
    const sensors = this.#load(device);
    this.#devices.set(device, sensors);
    return sensors;
  }

  #load(device: string): Map<string, FoundSensor> | null {
    const { database } = this.#control;
    const found = database
      .query("SELECT id FROM devices WHERE uuid = ? AND account_id = ?")
      .get(device, this.#accountId) as { id: number } | null;
    if (found === null) return null;
    const rows = database
      .query("SELECT device_id AS deviceId, id AS sensorId, uuid, slug FROM sensors WHERE device_id = ?")
      .all(found.id) as SensorRow[];
    const sensors = new Map<string, FoundSensor>();
    for (const { deviceId, sensorId, uuid, slug } of rows) {
      sensors.set(uuid, { deviceId, sensorId });
      sensors.set(slug, { deviceId, sensorId });
    }
    return sensors;
  }
}

function shown(name: string): string {
  return name.length > 64 ? `${name.slice(0, 64)}…` : name;
}
