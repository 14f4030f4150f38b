import { unwrap } from "@weir/protocol/result";
import { nothingToAudit } from "../../packages/server/src/control/audit/audited-action.ts";
import type { Control } from "../../packages/server/src/control/control.ts";
import { accountFor } from "../../packages/server/src/manage/accounts/accounts.ts";
import { commitChange } from "../../packages/server/src/manage/core/commit-change.ts";
import { type Result, succeed } from "../../packages/server/src/manage/core/manage-error.ts";
import { type CreatedDevice, insertDevices } from "../../packages/server/src/manage/devices/insert-device.ts";
import { sensorName } from "../load/load.ts";
import type { SystemOptions } from "./system.ts";

/** As many as an import creates at once. */
const devicesPerTransaction = 1000;

/** Devices in control data that no server has opened yet. A hundred thousand take seconds in SQLite. */
export async function createDevices(control: Control, options: SystemOptions): Promise<CreatedDevice[]> {
  try {
    const { deviceCount, sensorsPerDevice } = options;
    const accountId = unwrap(await accountFor(control)).id;
    const devices: CreatedDevice[] = [];
    while (devices.length < deviceCount) {
      const end = Math.min(devices.length + devicesPerTransaction, deviceCount);
      const names = Array.from(
        { length: end - devices.length },
        (_, nth) => `Device ${devices.length + nth}`,
      );
      devices.push(...unwrap(await createNamed(control, { accountId, names, sensorsPerDevice })));
    }
    return devices;
  } finally {
    await control.close();
  }
}

interface NamedDevices extends Pick<SystemOptions, "sensorsPerDevice"> {
  readonly accountId: number;
  readonly names: readonly string[];
}

/** Creates the devices in one transaction. */
async function createNamed(
  control: Control,
  { accountId, names, sensorsPerDevice }: NamedDevices,
): Promise<Result<CreatedDevice[]>> {
  const sensors = Array.from({ length: sensorsPerDevice }, (_, index) => ({ slug: sensorName(index) }));
  const devices = names.map((name) => ({ name, contract: "queued", handling: "strict", sensors }) as const);
  return commitChange(control, async (tx) => {
    const inserted = await insertDevices(control, tx, accountId, devices);
    const created = inserted.map((one) => unwrap(one).value);
    return succeed({ value: created, audit: nothingToAudit("a benchmark"), changes: [] });
  });
}
