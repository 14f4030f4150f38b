import type { DeviceStatus } from "@weir/protocol/closed-sets";
import type { ReadingQueries, WrittenConnection } from "../../../store/reading-queries.ts";

/** When devices last connected and how often they do, asked for many at once, because each question is a look into the store. */
export type DeviceConnections = Pick<ReadingQueries, "connectionsOf">;

export function statusOf(
  lastConnectedMs: number | null,
  offlineAfterMs: number,
  nowMs: number,
): DeviceStatus {
  if (lastConnectedMs === null) return "never_seen";
  return lastConnectedMs >= nowMs - offlineAfterMs ? "online" : "offline";
}

/** What was heard of devices lately and may not be written yet. */
export interface FreshConnections {
  /** Where its rhythm is null, what is written of it still holds. */
  freshOf(deviceId: number): WrittenConnection | undefined;
}

/** What is written of connections, and over it what was heard since. */
export class KnownConnections implements DeviceConnections {
  readonly #written: DeviceConnections;
  readonly #fresh: FreshConnections;

  constructor(written: DeviceConnections, fresh: FreshConnections) {
    this.#written = written;
    this.#fresh = fresh;
  }

  async connectionsOf(deviceIds: readonly number[]): Promise<Map<number, WrittenConnection>> {
    // Before the store is asked: what is written meanwhile is then found in both places, never in none.
    const fresh = deviceIds.flatMap((id) => {
      const heard = this.#fresh.freshOf(id);
      return heard === undefined ? [] : [[id, heard] as const];
    });
    const known = await this.#written.connectionsOf(deviceIds);
    for (const [id, heard] of fresh) {
      const written = known.get(id) ?? heard;
      const lastConnectedMs = Math.max(heard.lastConnectedMs, written.lastConnectedMs);
      known.set(id, { lastConnectedMs, rhythm: heard.rhythm ?? written.rhythm });
    }
    return known;
  }
}
