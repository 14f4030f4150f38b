import { nothingToAudit } from "../../packages/server/src/control/audit/audited-action.ts";
import type { Control } from "../../packages/server/src/control/control.ts";
import { accountFor } from "../../packages/server/src/manage/accounts/accounts.ts";
import { commitChange } from "../../packages/server/src/manage/commit-change.ts";
import { type CreatedDevice, insertDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import { type Result, succeed } from "../../packages/server/src/manage/manage-error.ts";
import { sensorName } from "../load/load.ts";
import type { SystemOptions } from "./system.ts";

/** Devices in control data that no server has opened yet, in one transaction: a hundred thousand take seconds. */
export async function createDevices(control: Control, options: SystemOptions): Promise<CreatedDevice[]> {
  try {
    return required(await insertDevices(control, options));
  } finally {
    await control.close();
  }
}

async function insertDevices(
  control: Control,
  { deviceCount, sensorsPerDevice }: SystemOptions,
): Promise<Result<CreatedDevice[]>> {
  const accountId = required(await accountFor(control)).id;
  const sensors = Array.from({ length: sensorsPerDevice }, (_, index) => ({ slug: sensorName(index) }));
  return commitChange(control, async (tx) => {
    const devices: CreatedDevice[] = [];
    for (let index = 0; index < deviceCount; index++) {
      const name = `Device ${index}`;
      const device = { accountId, name, contract: "queued", handling: "strict", sensors } as const;
      devices.push(required(await insertDevice(control, tx, device)).value);
    }
    return succeed({ value: devices, audit: nothingToAudit("a benchmark"), changes: [] });
  });
}

function required<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
