import type { WrittenConnection } from "../../store/readings/reading-queries.ts";
import type { DeviceConnections } from "./list/device-list-connections.ts";

/** For tests: connections of devices, as the test sets them. */
export class TestConnections implements DeviceConnections {
  readonly seen = new Map<number, number>();
  readonly learned = new Map<number, number>();
  /** The most devices that were asked for at once. */
  mostAsked = 0;

  async connectionsOf(deviceIds: readonly number[]): Promise<Map<number, WrittenConnection>> {
    this.mostAsked = Math.max(this.mostAsked, deviceIds.length);
    const known = new Map<number, WrittenConnection>();
    for (const id of deviceIds) {
      const lastConnectedMs = this.seen.get(id);
      if (lastConnectedMs === undefined) continue;
      const intervalMs = this.learned.get(id);
      const rhythm = intervalMs === undefined ? null : Array(3).fill(intervalMs).join();
      known.set(id, { lastConnectedMs, rhythm });
    }
    return known;
  }

  async devicesWithWrongClocks(): Promise<number[]> {
    return [];
  }
}
