import { createLog } from "../platform/log.ts";
import type { ActivityKeeper } from "../store/activity/activity-keeper.ts";
import { sampleRecord } from "../store/activity/test-activity-scene.ts";
import { ActivityWriter } from "./activity-writer.ts";

interface WriterOptions {
  readonly store: ActivityKeeper;
  readonly epoch: number;
  readonly isOwn?: boolean;
}

/** For tests: the activity of device 7, which is deleted, and of device 8. */
export class TestDeviceActivity {
  readonly #writer: ActivityWriter;
  #devices = [7, 8];

  constructor({ store, epoch, isOwn = true }: WriterOptions) {
    this.#writer = new ActivityWriter({
      store,
      epoch,
      deviceIds: (deviceId) => this.#devices.filter((id) => deviceId === undefined || id === deviceId),
      isOwn: () => isOwn,
      hasAccount: () => true,
      tenantOf: (accountId) => accountId,
      clock: { nowMs: () => 5000 },
      log: createLog("info", "test", () => undefined),
    });
  }

  /** Writes a request of each device. */
  write(nth: number): Promise<void> {
    const records = this.#devices.map((deviceId) =>
      sampleRecord(10 * nth + deviceId, { deviceId, error: "invalid_token" }),
    );
    this.#writer.receive({ records, rejected: [], refusals: [], refusedRequests: [], keptPerDevice: 200 });
    return this.#writer.write();
  }

  /** Hears that device 7 was deleted, and does what there is to do. */
  hearOfDeletion(): void {
    this.#devices = [8];
    this.#writer.deviceChanged(7, true);
  }

  async settle(): Promise<void> {
    while (this.#writer.isDue) await this.#writer.write();
  }
}
