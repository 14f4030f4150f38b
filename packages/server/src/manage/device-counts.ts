import type { ControlReader } from "../control/control-store.ts";
import type { DeviceSightings } from "./device-list.ts";
import { devicesWithAlarms } from "./device-list-alarms.ts";
import type { DeviceStatus } from "./device-list-connections.ts";
import { allOf, conditionOf, type DeviceFilter } from "./device-list-match.ts";
import { idsInOrder } from "./device-list-order.ts";
import { troubledDevices } from "./device-list-troubles.ts";
import { DeviceStatuses } from "./device-statuses.ts";

/** Every device is in one of them: the enabled ones by their status. */
export type DeviceCounts = Readonly<Record<DeviceStatus, number>> & {
  readonly disabled: number;
  /** Of the enabled ones, whatever their status: those that were refused or rejected lately. */
  readonly troubled: number;
  /** With active alarms, whether enabled or not. */
  readonly withAlarms: number;
};

/** How many devices of an account there are that match. Costs as much as a list sorted by last connection. */
export function countDevices(
  store: ControlReader,
  { connections, rhythms, troubles, alarms, nowMs }: DeviceSightings,
  { accountId, ...filter }: Omit<DeviceFilter, "enabled"> & { readonly accountId: number },
): DeviceCounts {
  const { database } = store;
  const order = { sort: "created", order: "asc", after: null } as const;
  const counts = { online: 0, offline: 0, never_seen: 0, disabled: 0, troubled: 0, withAlarms: 0 };
  const troubled = troubledDevices(troubles, nowMs);
  const withAlarms = devicesWithAlarms(alarms, accountId);
  const read = database.transaction(() => {
    const statuses = new DeviceStatuses(store, { rhythms, nowMs }, accountId);
    const enabled = conditionOf(store, accountId, { ...filter, enabled: true });
    for (const ids of idsInOrder(database, enabled, order)) {
      for (const id of ids) {
        counts[statuses.of(id, connections.lastConnectedMs(id))]++;
        if (troubled.has(id)) counts.troubled++;
      }
    }
    const disabled = conditionOf(store, accountId, { ...filter, enabled: false });
    const [[count]] = database
      .query(`SELECT count(*) FROM devices WHERE ${disabled.sql}`)
      .values(...disabled.values) as [[number]];
    counts.disabled = count;
    const alarmed = allOf([
      conditionOf(store, accountId, filter),
      { sql: "id IN (SELECT value FROM json_each(?))", values: [JSON.stringify([...withAlarms])] },
    ]);
    const [[alarmedCount]] = database
      .query(`SELECT count(*) FROM devices WHERE ${alarmed.sql}`)
      .values(...alarmed.values) as [[number]];
    counts.withAlarms = alarmedCount;
  });
  read();
  return counts;
}
