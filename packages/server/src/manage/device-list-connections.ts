/** When devices last connected. Saved readings' queries are one; a server also knows what is not written yet. */
export interface DeviceConnections {
  /** Null for a device that never did. */
  lastConnectedMs(deviceId: number): number | null;
}

export const deviceStatuses = ["online", "offline", "never_seen"] as const;
export type DeviceStatus = (typeof deviceStatuses)[number];

/** How long ago a device may have connected and still count as online. */
export const onlineForMs = 10 * 60 * 1000;

export function statusOf(lastConnectedMs: number | null, nowMs: number): DeviceStatus {
  if (lastConnectedMs === null) return "never_seen";
  return lastConnectedMs >= nowMs - onlineForMs ? "online" : "offline";
}

/** Past this many the memory begins anew, because ids of devices that are gone stay in it. */
const rememberedMax = 1_000_000;

/**
 * For a server: what it saw since it started goes first, and what was written before it started cannot change any more, so
 * that is asked for once a device. A list that filters or sorts by it then costs no look-up in a file.
 */
export class ServerConnections implements DeviceConnections {
  readonly #live: DeviceConnections;
  readonly #written: DeviceConnections;
  readonly #remembered = new Map<number, number | null>();

  constructor(live: DeviceConnections, written: DeviceConnections) {
    this.#live = live;
    this.#written = written;
  }

  lastConnectedMs(deviceId: number): number | null {
    const live = this.#live.lastConnectedMs(deviceId);
    if (live !== null) return live;
    const known = this.#remembered.get(deviceId);
    if (known !== undefined) return known;
    const written = this.#written.lastConnectedMs(deviceId);
    if (this.#remembered.size >= rememberedMax) this.#remembered.clear();
    this.#remembered.set(deviceId, written);
    return written;
  }
}
