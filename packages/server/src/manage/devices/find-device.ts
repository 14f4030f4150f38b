import type { ControlData, ControlReader } from "../../control/control.ts";
import { deviceByUuid, type FoundDevice } from "../../control/devices/device-ids.ts";
import { type Result, refuse, succeed } from "../manage-error.ts";

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
