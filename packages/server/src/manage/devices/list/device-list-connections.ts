import type { DeviceStatus } from "@weir/protocol/closed-sets";
import type { ReadingQueries, WrittenConnection } from "../../../store/readings/reading-queries.ts";

/**
 * When devices last connected and how often they do, for many at once, because each query is a look-up in the store.
 */
export type DeviceConnections = Pick<ReadingQueries, "connectionsOf" | "devicesWithWrongClocks">;

export function statusOf(
  lastConnectedMs: number | null,
  offlineAfterMs: number,
  nowMs: number,
): DeviceStatus {
  if (lastConnectedMs === null) return "never_seen";
  return lastConnectedMs >= nowMs - offlineAfterMs ? "online" : "offline";
}

/** Recent connections of devices that may not be stored yet. */
export interface FreshConnections {
  /** If its rhythm is null, the stored one still applies. */
  freshOf(deviceId: number): WrittenConnection | undefined;
}

/** The stored connections, updated with recent ones. */
export class KnownConnections implements DeviceConnections {
  readonly #written: DeviceConnections;
  readonly #fresh: FreshConnections;

  constructor(written: DeviceConnections, fresh: FreshConnections) {
    this.#written = written;
    this.#fresh = fresh;
  }

  async connectionsOf(deviceIds: readonly number[]): Promise<Map<number, WrittenConnection>> {
    // Read before the store: what is stored meanwhile is then found in both places, never in none.
    const fresh = deviceIds.flatMap((id) => {
      const heard = this.#fresh.freshOf(id);
      return heard === undefined ? [] : [[id, heard] as const];
    });
    const known = await this.#written.connectionsOf(deviceIds);
    for (const [id, heard] of fresh) {
      const written = known.get(id) ?? heard;
      const lastConnectedMs = Math.max(heard.lastConnectedMs, written.lastConnectedMs);
      known.set(id, { ...written, lastConnectedMs, rhythm: heard.rhythm ?? written.rhythm });
    }
    return known;
  }

  devicesWithWrongClocks(): Promise<number[]> {
    return this.#written.devicesWithWrongClocks();
  }
}
