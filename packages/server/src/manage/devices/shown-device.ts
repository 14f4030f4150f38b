import type { AccountContext } from "../core/api-context.ts";
import type { ShownDevice } from "./device-creations.ts";
import { devicesToJson } from "./device-json.ts";
import { versionOfDevice } from "./devices.ts";
import { deviceActivity } from "./list/device-activity.ts";
import { describeDevices } from "./list/device-list.ts";

/** The device must exist and be of the account. */
export async function shownDevice(context: AccountContext, deviceId: number): Promise<ShownDevice> {
  const [shown] = await shownDevices(context, [deviceId]);
  return shown!;
}

/** The same for many, with as many queries as for one. */
export async function shownDevices(
  context: AccountContext,
  deviceIds: readonly number[],
): Promise<ShownDevice[]> {
  const { control, readings, account } = context;
  const described = await describeDevices(control, deviceActivity(context), account.id, deviceIds);
  if (described.length < deviceIds.length)
    throw new Error(`One of the devices ${deviceIds.join(", ")} was removed while it was being shown.`);
  const values = await devicesToJson(described, readings);
  return described.map((one, nth) => ({ ok: true, value: values[nth]!, etag: versionOfDevice(one) }));
}
