import type { ControlReader } from "./control-store.ts";
import { type DeviceConnections, type DeviceStatus, statusOf } from "./device-list-connections.ts";
import { conditionOf, type DeviceFilter } from "./device-list-match.ts";
import { idsInOrder } from "./device-list-order.ts";

/** Every device is in one of them: the enabled ones by their status. */
export type DeviceCounts = Readonly<Record<DeviceStatus, number>> & { readonly disabled: number };

/** How many devices of an account there are that match. Costs as much as a list sorted by last connection. */
export function countDevices(
  store: ControlReader,
  connections: DeviceConnections,
  nowMs: number,
  { accountId, ...filter }: Omit<DeviceFilter, "enabled"> & { readonly accountId: number },
): DeviceCounts {
  const { database } = store;
  const order = { sort: "created", order: "asc", after: null } as const;
  const counts = { online: 0, offline: 0, never_seen: 0, disabled: 0 };
  const read = database.transaction(() => {
    const enabled = conditionOf(store, accountId, { ...filter, enabled: true });
    for (const ids of idsInOrder(database, enabled, order))
      for (const id of ids) counts[statusOf(connections.lastConnectedMs(id), nowMs)]++;
    const disabled = conditionOf(store, accountId, { ...filter, enabled: false });
    const [[count]] = database
      .query(`SELECT count(*) FROM devices WHERE ${disabled.sql}`)
      .values(...disabled.values) as [[number]];
    counts.disabled = count;
  });
  read();
  return counts;
}
