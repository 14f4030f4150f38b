import type { SensorWithChain } from "../../control/sensors/sensor-sources.ts";

export interface SensorOfAccount {
  readonly sensorId: number;
  readonly accountId: number;
}

/**
 * All sensors of the installation and their accounts. With several partitions, each directory has only its own sensors,
 * but deleting and counting stored readings needs all of them.
 */
export class SensorAccounts {
  #byDevice = new Map<number, readonly SensorOfAccount[]>();

  put(deviceId: number, sensors: readonly SensorWithChain[]): void {
    if (sensors.length === 0) this.#byDevice.delete(deviceId);
    else this.#byDevice.set(deviceId, sensors.map(toSensor));
  }

  putAll(sensors: readonly SensorWithChain[]): void {
    const byDevice = Map.groupBy(sensors, ({ source }) => source.deviceId);
    this.#byDevice = new Map(Array.from(byDevice, ([deviceId, own]) => [deviceId, own.map(toSensor)]));
  }

  *all(): Generator<SensorOfAccount> {
    for (const sensors of this.#byDevice.values()) yield* sensors;
  }
}

function toSensor({ source: { sensorId, accountId } }: SensorWithChain): SensorOfAccount {
  return { sensorId, accountId };
}
