import { unwrap } from "@weir/protocol/result";
import { nothingToAudit } from "../../packages/server/src/control/audit/audited-action.ts";
import type { Control } from "../../packages/server/src/control/control.ts";
import { accountFor } from "../../packages/server/src/manage/accounts/accounts.ts";
import { commitChange } from "../../packages/server/src/manage/core/commit-change.ts";
import { type Result, succeed } from "../../packages/server/src/manage/core/manage-error.ts";
import { type CreatedDevice, insertDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import { sensorName } from "../load/load.ts";
import type { SystemOptions } from "./system.ts";

/** PostgreSQL keeps each version of an account's counts until the transaction ends, and reads through all of them for the next. */
const devicesPerTransaction = 1000;

/** Devices in control data that no server has opened yet. A hundred thousand take seconds in SQLite. */
export async function createDevices(control: Control, options: SystemOptions): Promise<CreatedDevice[]> {
  try {
    const { deviceCount, sensorsPerDevice } = options;
    const accountId = unwrap(await accountFor(control)).id;
    const devices: CreatedDevice[] = [];
    while (devices.length < deviceCount) {
      const end = Math.min(devices.length + devicesPerTransaction, deviceCount);
      devices.push(
        ...unwrap(await insertDevices(control, { accountId, first: devices.length, end, sensorsPerDevice })),
      );
    }
    return devices;
  } finally {
    await control.close();
  }
}

interface DevicesToInsert extends Pick<SystemOptions, "sensorsPerDevice"> {
  readonly accountId: number;
  /** The number of the first device. */
  readonly first: number;
  /** The number after that of the last device. */
  readonly end: number;
}

/** Inserts the devices in one transaction. */
async function insertDevices(
  control: Control,
  { accountId, first, end, sensorsPerDevice }: DevicesToInsert,
): Promise<Result<CreatedDevice[]>> {
  const sensors = Array.from({ length: sensorsPerDevice }, (_, index) => ({ slug: sensorName(index) }));
  return commitChange(control, async (tx) => {
    const devices: CreatedDevice[] = [];
    for (let index = first; index < end; index++) {
      const name = `Device ${index}`;
      const device = { accountId, name, contract: "queued", handling: "strict", sensors } as const;
      devices.push(unwrap(await insertDevice(control, tx, device)).value);
    }
    return succeed({ value: devices, audit: nothingToAudit("a benchmark"), changes: [] });
  });
}
