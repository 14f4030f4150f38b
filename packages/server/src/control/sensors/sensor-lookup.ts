import type { ControlReader } from "../control.ts";

interface FoundSensor {
  readonly deviceId: number;
  readonly sensorId: number;
}

const devicesKeptMax = 1000;

/**
 * Finds the sensors that lines name, within one account: those of others are unknown. A device's sensors are read once, because
 * neighbouring lines name the same device.
 */
export class SensorLookup {
  readonly #control: ControlReader;
  readonly #accountId: number;
  readonly #devices = new Map<string, Map<string, FoundSensor> | null>();

  constructor(control: ControlReader, accountId: number) {
    this.#control = control;
    this.#accountId = accountId;
  }

  /** Returns the sensor by slug or UUID, or why there is none. Null means that the device was not read yet. */
  known(device: string, sensor: string): FoundSensor | string | null {
    const sensors = this.#devices.get(device);
    if (sensors === undefined) return null;
    if (sensors === null) return `There is no device "${shown(device)}".`;
    return sensors.get(sensor) ?? `The device has no sensor "${shown(sensor)}".`;
  }

  async find(device: string, sensor: string): Promise<FoundSensor | string> {
    if (!this.#devices.has(device)) await this.read(device);
    return this.known(device, sensor)!;
  }

  /** Reads the sensors of a device, so that they are known. */
  async read(device: string): Promise<void> {
    const sensors = await this.#load(device);
    if (this.#devices.size >= devicesKeptMax) this.#devices.clear();
    this.#devices.set(device, sensors);
  }

  async #load(device: string): Promise<Map<string, FoundSensor> | null> {
    const { db } = this.#control;
    const found = await db
      .selectFrom("devices")
      .select("id")
      .where("uuid", "=", device)
      .where("account_id", "=", this.#accountId)
      .executeTakeFirst();
    if (found === undefined) return null;
    const rows = await db
      .selectFrom("sensors")
      .select(["device_id as deviceId", "id as sensorId", "uuid", "slug"])
      .where("device_id", "=", found.id)
      .execute();
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
