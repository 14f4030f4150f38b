import type { ControlData } from "../../control/control.ts";
import { type DeviceGroup, groupByName } from "../../control/devices/device-groups.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";

export async function findDeviceGroup(
  db: ControlData,
  accountId: number,
  name: string,
): Promise<Result<DeviceGroup>> {
  const group = await groupByName(db, accountId, name);
  return group ? succeed(group) : refuse("unknown_group", `The account has no group "${name}".`);
}
