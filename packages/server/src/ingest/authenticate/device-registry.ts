import type { ContractName, Handling } from "@weir/protocol/contracts";

/**
 * Devices, tokens and sensors in memory, so that authenticating and addressing a reading touches no disk.
 * Kept current by whoever changes control data: `put` and `remove` take effect for every request begun after them.
 */
export interface Sensor {
  readonly id: number;
  readonly uuid: string;
  readonly slug: string;
}

export interface DeviceRecord {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  readonly enabled: boolean;
  readonly contract: ContractName;
  readonly handling: Handling;
  readonly tokenHash: Uint8Array;
  readonly sensors: readonly Sensor[];
}

/** Up to this many sensors are searched one by one, which is faster than a map and takes no memory. */
const searchedSensorsMax = 8;

export class Device {
  readonly record: DeviceRecord;
  /** Time of the last authenticated request since the server started; 0 where there was none. */
  lastConnectedMs = 0;
  #index: Map<string, Sensor> | null = null;

  constructor(record: DeviceRecord) {
    this.record = record;
  }

  /** The sensor with this slug or UUID, exactly. Slugs are never shaped like UUIDs, so one index holds both. */
  sensor(identifier: string): Sensor | undefined {
    const { sensors } = this.record;
    if (sensors.length > searchedSensorsMax) return this.#indexed().get(identifier);
    for (const sensor of sensors) {
      if (sensor.slug === identifier || sensor.uuid === identifier) return sensor;
    }
    return undefined;
  }

  #indexed(): Map<string, Sensor> {
    if (this.#index === null) {
      this.#index = new Map();
      for (const sensor of this.record.sensors) this.#index.set(sensor.slug, sensor).set(sensor.uuid, sensor);
    }
    return this.#index;
  }
}

export class DeviceRegistry {
  readonly #byUuid = new Map<string, Device>();
  readonly #uuids = new Map<number, string>();

  get size(): number {
    return this.#byUuid.size;
  }

  find(uuid: string): Device | undefined {
    return this.#byUuid.get(uuid);
  }

  put(record: DeviceRecord): void {
    const device = new Device(record);
    device.lastConnectedMs = this.#byUuid.get(record.uuid)?.lastConnectedMs ?? 0;
    this.#byUuid.set(record.uuid, device);
    this.#uuids.set(record.id, record.uuid);
  }

  remove(deviceId: number): void {
    const uuid = this.#uuids.get(deviceId);
    if (uuid === undefined) return;
    this.#byUuid.delete(uuid);
    this.#uuids.delete(deviceId);
  }
}
