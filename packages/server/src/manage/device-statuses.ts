import { offlineAfterMs } from "@weir/protocol/manage/expected-interval";
import type { ControlReader } from "../control/control-store.ts";
import { readSetIntervals, type SetIntervals } from "../control/devices/set-intervals.ts";
import { type DeviceStatus, statusOf } from "./device-list-connections.ts";
import type { LearnedIntervals } from "./device-rhythms.ts";

/** The statuses of an account's devices, for whoever looks at all of them. */
export class DeviceStatuses {
  readonly #set: SetIntervals;
  readonly #learned: LearnedIntervals;
  readonly #nowMs: number;

  private constructor(set: SetIntervals, learned: LearnedIntervals, nowMs: number) {
    this.#set = set;
    this.#learned = learned;
    this.#nowMs = nowMs;
  }

  static async load(
    { db }: ControlReader,
    { rhythms, nowMs }: { readonly rhythms: LearnedIntervals; readonly nowMs: number },
    accountId: number,
  ): Promise<DeviceStatuses> {
    return new DeviceStatuses(await readSetIntervals(db, accountId), rhythms, nowMs);
  }

  of(deviceId: number, lastConnectedMs: number | null): DeviceStatus {
    if (lastConnectedMs === null) return "never_seen";
    const { byDevice, ofAccountMs } = this.#set;
    const setMs = byDevice.get(deviceId) ?? ofAccountMs;
    const intervalMs = setMs ?? this.#learned.learnedIntervalMs(deviceId);
    return statusOf(lastConnectedMs, offlineAfterMs(intervalMs), this.#nowMs);
  }
}
