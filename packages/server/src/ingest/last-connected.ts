import type { Device } from "./authenticate/device-registry.ts";

/** Devices seen since the last collection, with the time of their last authenticated request. */
export type Connections = [deviceId: number, lastConnectedMs: number][];

/** Notes who connected when. In memory until collected, because it is no promise to the device. */
export class LastConnected {
  readonly #seen = new Set<Device>();

  note(device: Device, nowMs: number): void {
    device.lastConnectedMs = nowMs;
    this.#seen.add(device);
  }

  /** At most `max` of them, those that have waited longest first. */
  collect(max = Number.POSITIVE_INFINITY): Connections {
    const connections: Connections = [];
    for (const device of this.#seen) {
      if (connections.length >= max) break;
      connections.push([device.record.id, device.lastConnectedMs]);
      this.#seen.delete(device);
    }
    return connections;
  }
}
