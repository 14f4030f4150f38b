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

  collect(): Connections {
    const connections: Connections = [];
    for (const { record, lastConnectedMs } of this.#seen) connections.push([record.id, lastConnectedMs]);
    this.#seen.clear();
    return connections;
  }
}
