import type { AccountContext } from "../core/api-context.ts";
import type { ShownDevice, ShownDevices } from "./device-creations.ts";
import { type Batteries, devicesToJson } from "./device-json.ts";
import { versionOfDevice } from "./devices.ts";
import { deviceActivity } from "./list/device-activity.ts";
import { type DescribedActivity, describeDevices } from "./list/device-list.ts";

/** The device must exist and be of the account. */
export async function shownDevice(context: AccountContext, deviceId: number): Promise<ShownDevice> {
  const shown = (await shownDevices(context, [deviceId])).get(deviceId);
  if (shown === undefined) throw new Error(`Device ${deviceId} was removed while it was being shown.`);
  return shown;
}

/** The same for many, with as many queries as for one. */
async function shownDevices(context: AccountContext, deviceIds: readonly number[]): Promise<ShownDevices> {
  return show(context, deviceIds, deviceActivity(context), context.readings);
}

/** Devices that were just created. Nobody has their tokens yet, so the store is not asked what they have sent. */
export function createdDevices(context: AccountContext, deviceIds: readonly number[]): Promise<ShownDevices> {
  return show(context, deviceIds, { ...neverSeen, nowMs: context.clock.nowMs() }, noReadings);
}

const neverSeen = {
  connections: { connectionsOf: async () => new Map() },
  troubles: { lastTroubledOf: async () => new Map() },
};
const noReadings = { latestBatteriesOf: async () => new Map() };

async function show(
  { control, account }: AccountContext,
  deviceIds: readonly number[],
  activity: DescribedActivity,
  batteries: Batteries,
): Promise<ShownDevices> {
  const described = await describeDevices(control, activity, account.id, deviceIds);
  const values = await devicesToJson(described, batteries);
  return new Map(
    described.map((one, nth) => [one.id, { ok: true, value: values[nth]!, etag: versionOfDevice(one) }]),
  );
}
