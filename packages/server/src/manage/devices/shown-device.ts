import type { AccountContext } from "../core/api-context.ts";
import type { ShownDevice, ShownDevices } from "./device-creations.ts";
import { devicesToJson } from "./device-json.ts";
import { versionOfDevice } from "./devices.ts";
import { deviceActivity } from "./list/device-activity.ts";
import { describeDevices } from "./list/device-list.ts";

/** The device must exist and be of the account. */
export async function shownDevice(context: AccountContext, deviceId: number): Promise<ShownDevice> {
  const shown = (await shownDevices(context, [deviceId])).get(deviceId);
  if (shown === undefined) throw new Error(`Device ${deviceId} was removed while it was being shown.`);
  return shown;
}

/** The same for many, with as many queries as for one. */
export async function shownDevices(
  context: AccountContext,
  deviceIds: readonly number[],
): Promise<ShownDevices> {
  const { control, readings, account } = context;
  const described = await describeDevices(control, deviceActivity(context), account.id, deviceIds);
  const values = await devicesToJson(described, readings);
  return new Map(
    described.map((one, nth) => [one.id, { ok: true, value: values[nth]!, etag: versionOfDevice(one) }]),
  );
}
