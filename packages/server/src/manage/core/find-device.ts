import type { ControlData, ControlReader } from "../../control/control.ts";
import { type DeviceWithSensors, readDevice } from "../../control/devices/described-devices.ts";
import { deviceByUuid, type FoundDevice } from "../../control/devices/device-ids.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";

/**
 * Finds a device by its UUID. Every function that takes one uses this, which keeps accounts apart: within an account, a
 * device of another one is unknown. `db` may be a transaction.
 */
export async function findDevice(
  control: Pick<ControlReader, "accountId">,
  db: ControlData,
  uuid: string,
): Promise<Result<FoundDevice>> {
  const device = await deviceByUuid(db, uuid);
  const isWithin = control.accountId === null || control.accountId === device?.accountId;
  return device && isWithin ? succeed(device) : refuse("unknown_device", `There is no device "${uuid}".`);
}

export async function getDevice(control: ControlReader, uuid: string): Promise<Result<DeviceWithSensors>> {
  const found = await findDevice(control, control.db, uuid);
  return found.ok ? succeed(await readDevice(control.db, found.value.id)) : found;
}
