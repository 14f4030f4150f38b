import type { Device } from "./authenticate/device-registry.ts";

/** Devices seen since the last collection, with the time of their last authenticated request. */
export type Connections = [deviceId: number, lastConnectedMs: number][];

/** Notes who connected when. In memory until collected, because it is no promise to the device. */
export class LastConnected {
  /** Each once, in the order they were first seen. */
  #seen: Device[] = [];

  note(device: Device, nowMs: number): void {
    device.lastConnectedMs = nowMs;
    if (device.isToBeCollected) return;
    device.isToBeCollected = true;
    this.#seen.push(device);
  }

  /** At most `max` of them, those that have waited longest first. */
  collect(max = Number.POSITIVE_INFINITY): Connections {
    const collected = this.#seen.slice(0, max);
    this.#seen = this.#seen.slice(collected.length);
    return collected.map((device) => {
      device.isToBeCollected = false;
      return [device.record.id, device.lastConnectedMs];
    });
  }
}
