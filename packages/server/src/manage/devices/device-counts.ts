import type { DeviceStatus } from "@weir/protocol/closed-sets";
import type { ControlReader } from "../../control/control.ts";
import { countMatching, type DeviceFilter, idsInOrder } from "../../control/devices/device-list.ts";
import { sampleItemsOf } from "../../control/sample/sample-items.ts";
import type { DeviceActivity } from "./list/device-list.ts";
import { devicesWithAlarms } from "./list/device-list-alarms.ts";
import { troubledDevices } from "./list/device-list-troubles.ts";
import { DeviceStatuses } from "./list/device-statuses.ts";

/** Every device is in exactly one: enabled ones by their status. */
type DeviceCounts = Readonly<Record<DeviceStatus, number>> & {
  readonly disabled: number;
  /** Enabled devices of any status that were recently refused or rejected. */
  readonly troubled: number;
  /** Devices with active alarms, enabled or not. */
  readonly withAlarms: number;
  /** Devices of the sample, enabled or not. */
  readonly sample: number;
};

/** How many devices of an account match. Costs as much as a list by last connection. */
export async function countDevices(
  control: ControlReader,
  { connections, troubles, alarms, nowMs }: DeviceActivity,
  { accountId, ...filter }: Omit<DeviceFilter, "enabled"> & { readonly accountId: number },
): Promise<DeviceCounts> {
  const order = { sort: "created", order: "asc", after: null } as const;
  const counts = { online: 0, offline: 0, never_seen: 0, disabled: 0, troubled: 0, withAlarms: 0, sample: 0 };
  const troubled = await troubledDevices(troubles, nowMs);
  const withAlarms = [...(await devicesWithAlarms(alarms, accountId))];
  const statuses = await DeviceStatuses.load(control, accountId, nowMs);
  const enabled = { accountId, filter: { ...filter, enabled: true } };
  for await (const ids of idsInOrder(control, enabled, order)) {
    const known = await connections.connectionsOf(ids);
    for (const id of ids) {
      counts[statuses.of(id, known.get(id))]++;
      if (troubled.has(id)) counts.troubled++;
    }
  }
  counts.disabled = await countMatching(control, { accountId, filter: { ...filter, enabled: false } });
  const { devices: ofSample } = await sampleItemsOf(control.db, accountId);
  const sampleIds = ofSample.map(({ id }) => id);
  counts.sample = await countMatching(control, { accountId, filter, among: [sampleIds] });
  counts.withAlarms = await countMatching(control, { accountId, filter, among: [withAlarms] });
  return counts;
}
