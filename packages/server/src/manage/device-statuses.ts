import { offlineAfterMs } from "@weir/protocol/manage/expected-interval";
import type { ControlReader } from "../control/control-store.ts";
import { type DeviceStatus, statusOf } from "./device-list-connections.ts";
import type { LearnedIntervals } from "./device-rhythms.ts";
import { SetIntervals } from "./set-intervals.ts";

/** The statuses of an account's devices, for whoever looks at all of them. What people have set is read when it is first needed. */
export class DeviceStatuses {
  readonly #readSet: () => SetIntervals;
  readonly #learned: LearnedIntervals;
  readonly #nowMs: number;
  #set: SetIntervals | null = null;

  constructor(
    store: Pick<ControlReader, "database">,
    { rhythms, nowMs }: { readonly rhythms: LearnedIntervals; readonly nowMs: number },
    accountId: number,
  ) {
    this.#readSet = () => new SetIntervals(store, accountId);
    this.#learned = rhythms;
    this.#nowMs = nowMs;
  }

  of(deviceId: number, lastConnectedMs: number | null): DeviceStatus {
    if (lastConnectedMs === null) return "never_seen";
    this.#set ??= this.#readSet();
    const intervalMs = this.#set.intervalMs(deviceId) ?? this.#learned.learnedIntervalMs(deviceId);
    return statusOf(lastConnectedMs, offlineAfterMs(intervalMs), this.#nowMs);
  }
}
