import type { DeviceTroubles } from "./device-list-troubles.ts";

/** For tests: when devices were last refused or rejected, as the test says. */
export class TestTroubles implements DeviceTroubles {
  readonly last = new Map<number, number>();

  lastTroubledMs(deviceId: number): number | null {
    return this.last.get(deviceId) ?? null;
  }

  troubledSince(sinceMs: number): number[] {
    return [...this.last].filter(([, lastMs]) => lastMs >= sinceMs).map(([deviceId]) => deviceId);
  }
}
