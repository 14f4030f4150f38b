import type { ControlReader } from "./control-store.ts";
import { type ChainOfDevice, chainsOfDevices } from "./device-list-chains.ts";
import { type DeviceConnections, type DeviceStatus, statusOf } from "./device-list-connections.ts";
import { conditionOf, type DeviceFilter } from "./device-list-match.ts";
import {
  type DevicePlace,
  type DeviceSort,
  devicesInOrder,
  firstByLastConnected,
  type SortOrder,
} from "./device-list-order.ts";
import { type Device, readDevices } from "./devices.ts";

export interface DeviceListQuery extends DeviceFilter {
  readonly accountId: number;
  readonly status?: DeviceStatus | undefined;
  readonly sort: DeviceSort;
  readonly order: SortOrder;
  readonly limit: number;
  /** The last device of the page before; null for the first page. */
  readonly after: DevicePlace | null;
}

export interface ListedDevice extends Device {
  readonly applicableChain: ChainOfDevice;
  readonly lastConnectedMs: number | null;
  readonly status: DeviceStatus;
}

export interface DevicePage {
  readonly devices: readonly ListedDevice[];
  /** Null on the last page. */
  readonly last: DevicePlace | null;
}

/** How many devices are looked at together where it takes more than the file to know whether they belong in the list. */
const rowsAtOnce = 5000;

/**
 * A page of an account's devices. No device is listed twice, and none is left out that was there all the time and kept what
 * the list is sorted by; a device that connects while a list by last connection is paged through moves in it.
 */
export async function listDevicePage(
  store: ControlReader,
  connections: DeviceConnections,
  nowMs: number,
  query: DeviceListQuery,
): Promise<DevicePage> {
  const places = placesOf(store, connections, nowMs, query);
  const page = places.slice(0, query.limit);
  const devices = await describeDevices(
    store,
    connections,
    nowMs,
    query.accountId,
    page.map(({ id }) => id),
  );
  return { devices, last: places.length > query.limit ? page.at(-1)! : null };
}

/** As a list shows them, in the order of the ids. */
export async function describeDevices(
  store: ControlReader,
  connections: DeviceConnections,
  nowMs: number,
  accountId: number,
  ids: readonly number[],
): Promise<ListedDevice[]> {
  if (ids.length === 0) return [];
  const chains = await chainsOfDevices(store, accountId, ids);
  return (await readDevices(store.db, ids)).flatMap((device) => {
    const applicableChain = chains.get(device.id);
    if (applicableChain === undefined) return [];
    const lastConnectedMs = connections.lastConnectedMs(device.id);
    return [{ ...device, applicableChain, lastConnectedMs, status: statusOf(lastConnectedMs, nowMs) }];
  });
}

/** One more than the page holds, where there are more. */
function placesOf(
  store: ControlReader,
  connections: DeviceConnections,
  nowMs: number,
  { accountId, status, sort, order, limit: pageLimit, after, ...filter }: DeviceListQuery,
): DevicePlace[] {
  const limit = pageLimit + 1;
  const { database } = store;
  const condition = conditionOf(store, accountId, filter);
  const hasStatus = (id: number): boolean =>
    status === undefined || statusOf(connections.lastConnectedMs(id), nowMs) === status;
  if (sort !== "last_connected") {
    const atOnce = status === undefined ? limit : rowsAtOnce;
    return devicesInOrder(database, condition, { sort, order, after, rowsAtOnce: atOnce })
      .filter(({ id }) => hasStatus(id))
      .take(limit)
      .toArray();
  }
  const all = devicesInOrder(database, condition, { sort: "created", order: "asc", after: null, rowsAtOnce });
  const places = all
    .filter(({ id }) => hasStatus(id))
    .map(({ id }) => ({ id, key: connections.lastConnectedMs(id) }));
  return firstByLastConnected(places, { order, after, limit });
}
