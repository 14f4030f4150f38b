import type { ControlReader } from "./control-store.ts";
import { type ChainOfDevice, chainsOfDevices } from "./device-list-chains.ts";
import { type DeviceConnections, type DeviceStatus, statusOf } from "./device-list-connections.ts";
import { conditionOf, type DeviceFilter } from "./device-list-match.ts";
import {
  type DevicePlace,
  type DeviceSort,
  devicesInOrder,
  idsInOrder,
  placesByName,
  type SortOrder,
} from "./device-list-order.ts";
import { FirstByLastConnected } from "./device-list-recency.ts";
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
  if (sort !== "last_connected" && status === undefined) {
    return devicesInOrder(database, condition, { sort, order, after }, limit);
  }
  const hasStatus = (lastConnectedMs: number | null): boolean =>
    status === undefined || statusOf(lastConnectedMs, nowMs) === status;
  const read = database.transaction(() => {
    if (sort !== "last_connected") {
      const belongs = (id: number): boolean => hasStatus(connections.lastConnectedMs(id));
      const ids = firstThat(belongs, idsInOrder(database, condition, { sort, order, after }), limit);
      return sort === "name" ? placesByName(database, ids) : ids.map((id) => ({ id, key: null }));
    }
    const first = new FirstByLastConnected({ order, after, limit });
    for (const ids of idsInOrder(database, condition, { sort: "created", order: "asc", after: null })) {
      for (const id of ids) {
        const lastConnectedMs = connections.lastConnectedMs(id);
        if (hasStatus(lastConnectedMs)) first.add(id, lastConnectedMs);
      }
    }
    return first.places;
  });
  return read();
}

function firstThat(
  belongs: (id: number) => boolean,
  groups: Iterable<readonly number[]>,
  limit: number,
): number[] {
  const found: number[] = [];
  for (const ids of groups) {
    for (const id of ids) {
      if (belongs(id)) found.push(id);
      if (found.length === limit) return found;
    }
  }
  return found;
}
