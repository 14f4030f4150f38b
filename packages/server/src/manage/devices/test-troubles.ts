import type { DeviceTroubles } from "./list/device-list-troubles.ts";

/** For tests: when devices were last refused or rejected, as the test sets it. */
export class TestTroubles implements DeviceTroubles {
  readonly last = new Map<number, number>();

  async lastTroubledOf(): Promise<Map<number, number>> {
    return this.last;
  }

  async troubledSince(sinceMs: number): Promise<number[]> {
    return [...this.last].filter(([, lastMs]) => lastMs >= sinceMs).map(([deviceId]) => deviceId);
  }
}
