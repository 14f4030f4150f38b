import type { DeviceStatus } from "@weir/protocol/closed-sets";
import { offlineAfterMs } from "@weir/protocol/manage/expected-interval";
import type { ControlReader } from "../../../control/control.ts";
import { readSetIntervals, type SetIntervals } from "../../../control/devices/set-intervals.ts";
import type { WrittenConnection } from "../../../store/readings/reading-queries.ts";
import { DeviceRhythm } from "../expectation/device-rhythm.ts";
import { statusOf } from "./device-list-connections.ts";

/** The statuses of all devices of an account. */
export class DeviceStatuses {
  readonly #set: SetIntervals;
  readonly #nowMs: number;

  private constructor(set: SetIntervals, nowMs: number) {
    this.#set = set;
    this.#nowMs = nowMs;
  }

  static async load({ db }: ControlReader, accountId: number, nowMs: number): Promise<DeviceStatuses> {
    return new DeviceStatuses(await readSetIntervals(db, accountId), nowMs);
  }

  of(deviceId: number, connection: WrittenConnection | undefined): DeviceStatus {
    if (connection === undefined) return "never_seen";
    const { byDevice, ofAccountMs } = this.#set;
    const setMs = byDevice.get(deviceId) ?? ofAccountMs;
    const intervalMs = setMs ?? DeviceRhythm.intervalOf(connection.rhythm);
    return statusOf(connection.lastConnectedMs, offlineAfterMs(intervalMs), this.#nowMs);
  }
}
