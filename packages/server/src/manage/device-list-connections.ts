/** When devices last connected. Saved readings' queries are one; a server also knows what is not written yet. */
export interface DeviceConnections {
  /** Null for a device that never did. */
  lastConnectedMs(deviceId: number): number | null;
}

export const deviceStatuses = ["online", "offline", "never_seen"] as const;
export type DeviceStatus = (typeof deviceStatuses)[number];

export function statusOf(
  lastConnectedMs: number | null,
  offlineAfterMs: number,
  nowMs: number,
): DeviceStatus {
  if (lastConnectedMs === null) return "never_seen";
  return lastConnectedMs >= nowMs - offlineAfterMs ? "online" : "offline";
}

/** Ids up to here are remembered: they are given in sequence, and each takes eight bytes. */
const rememberedIdsMax = 1_000_000;
const unknown = -1;
const never = 0;

/**
 * For a server: what it saw since it started goes first, and what was written before it started cannot change any more, so
 * that is asked for once a device. A list that filters or sorts by it then costs no look-up in a file.
 */
export class ServerConnections implements DeviceConnections {
  readonly #live: DeviceConnections;
  readonly #written: DeviceConnections;
  /** By id, because a map of a hundred thousand costs several times as much to look into. */
  #remembered = new Float64Array(0);

  constructor(live: DeviceConnections, written: DeviceConnections) {
    this.#live = live;
    this.#written = written;
  }

  lastConnectedMs(deviceId: number): number | null {
    const live = this.#live.lastConnectedMs(deviceId);
    if (live !== null) return live;
    const known = this.#remembered[deviceId] ?? unknown;
    if (known !== unknown) return known === never ? null : known;
    const written = this.#written.lastConnectedMs(deviceId);
    this.#remember(deviceId, written ?? never);
    return written;
  }

  #remember(deviceId: number, lastConnectedMs: number): void {
    if (deviceId >= rememberedIdsMax) return;
    if (deviceId >= this.#remembered.length) {
      const grown = new Float64Array(Math.min(rememberedIdsMax, 2 * deviceId + 1)).fill(unknown);
      grown.set(this.#remembered);
      this.#remembered = grown;
    }
    this.#remembered[deviceId] = lastConnectedMs;
  }
}
