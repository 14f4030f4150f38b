import type { DeviceSort, DeviceStatus, SortOrder } from "@weir/protocol/closed-sets";
import { type ControlReader, lookingUp } from "../../../control/control.ts";
import { type Device, readDevices } from "../../../control/devices/described-devices.ts";
import {
  type DeviceFilter,
  type DeviceMatch,
  type DevicePlace,
  devicesInOrder,
  idsInOrder,
  placesByName,
} from "../../../control/devices/device-list.ts";
import type { WrittenConnection, WrongClock } from "../../../store/readings/reading-queries.ts";
import type { ChainControlReader } from "../../chains/work/chain-control.ts";
import { type Expectation, expectationOf } from "../expectation/device-expectation.ts";
import { DeviceRhythm } from "../expectation/device-rhythm.ts";
import { type AlarmedDevices, devicesWithAlarms } from "./device-list-alarms.ts";
import { type ChainOfDevice, chainsOfDevices } from "./device-list-chains.ts";
import { type DeviceConnections, statusOf } from "./device-list-connections.ts";
import { FirstByLastConnected } from "./device-list-recency.ts";
import { type DeviceTroubles, troubledDevices } from "./device-list-troubles.ts";
import { DeviceStatuses } from "./device-statuses.ts";

/** Up to this many devices are looked up one by one. With more, those of the account are scanned. */
const fewMax = 2000;

/** Narrows a list to some of the devices. */
interface SubsetFilter {
  /** The only candidates, if they are few. */
  readonly among: readonly (readonly number[])[];
  readonly isMeant: (deviceId: number) => boolean;
}

/** Devices in the set, or not in it, or all. The set is loaded only if it matters. */
async function filterBySet(
  findIds: () => Promise<ReadonlySet<number>>,
  isWanted: boolean | undefined,
): Promise<SubsetFilter | null> {
  if (isWanted === undefined) return null;
  const ids = await findIds();
  const isMeant = (deviceId: number): boolean => ids.has(deviceId) === isWanted;
  return { among: isWanted && ids.size <= fewMax ? [[...ids]] : [], isMeant };
}

/** The current connections, troubles and alarms of devices. */
export interface DeviceActivity {
  readonly connections: DeviceConnections;
  readonly troubles: DeviceTroubles;
  readonly alarms: AlarmedDevices;
  readonly nowMs: number;
}

/** What is shown of it with a device. */
export interface DescribedActivity extends Pick<DeviceActivity, "nowMs"> {
  readonly connections: Pick<DeviceConnections, "connectionsOf">;
  readonly troubles: Pick<DeviceTroubles, "lastTroubledOf">;
}

export interface DeviceListQuery extends DeviceFilter {
  readonly accountId: number;
  readonly status?: DeviceStatus | undefined;
  /** Whether one of their requests was refused or a reading rejected recently. */
  readonly troubled?: boolean | undefined;
  /** Whether their clocks are wrong. */
  readonly wrongClock?: boolean | undefined;
  /** Whether they have active alarms. */
  readonly alarmed?: boolean | undefined;
  readonly sort: DeviceSort;
  readonly order: SortOrder;
  readonly limit: number;
  /** The last device of the page before; null for the first page. */
  readonly after: DevicePlace | null;
}

export interface ListedDevice extends Device {
  readonly applicableChain: ChainOfDevice;
  readonly lastConnectedMs: number | null;
  readonly lastTroubledMs: number | null;
  readonly wrongClock: WrongClock | null;
  readonly expectation: Expectation;
  readonly status: DeviceStatus;
}

interface DevicePage {
  readonly devices: readonly ListedDevice[];
  /** Null on the last page. */
  readonly last: DevicePlace | null;
}

/**
 * A page of an account's devices. No device is listed twice, and none is left out that existed all the time with the
 * same sort key. A device that connects while a list by last connection is paged through moves in it.
 */
export async function listDevicePage(
  control: ChainControlReader,
  activity: DeviceActivity,
  query: DeviceListQuery,
): Promise<DevicePage> {
  const places = await placesOf(control, activity, query);
  const page = places.slice(0, query.limit);
  const devices = await describeDevices(
    control,
    activity,
    query.accountId,
    page.map(({ id }) => id),
  );
  return { devices, last: places.length > query.limit ? page.at(-1)! : null };
}

/** The devices as a list shows them, in the order of the ids. */
export async function describeDevices(
  reader: ChainControlReader,
  { connections, troubles, nowMs }: DescribedActivity,
  accountId: number,
  ids: readonly number[],
): Promise<ListedDevice[]> {
  if (ids.length === 0) return [];
  const control = lookingUp(reader);
  const chains = await chainsOfDevices(control, accountId, ids);
  const lastTroubled = await troubles.lastTroubledOf(ids);
  const known = await connections.connectionsOf(ids);
  return (await readDevices(control, ids)).flatMap((device) => {
    const applicableChain = chains.get(device.id);
    if (applicableChain === undefined) return [];
    const { lastConnectedMs = null, rhythm = null, wrongClock = null } = known.get(device.id) ?? {};
    const lastTroubledMs = lastTroubled.get(device.id) ?? null;
    const expectation = expectationOf(device.expectations, DeviceRhythm.intervalOf(rhythm));
    const status = statusOf(lastConnectedMs, expectation.offlineAfterMs, nowMs);
    return [{ ...device, applicableChain, lastConnectedMs, lastTroubledMs, wrongClock, expectation, status }];
  });
}

/** One more than the page holds, if there are more. */
async function placesOf(
  control: ControlReader,
  { connections, troubles, alarms, nowMs }: DeviceActivity,
  {
    accountId,
    status,
    troubled,
    wrongClock,
    alarmed,
    sort,
    order,
    limit: pageLimit,
    after,
    ...filter
  }: DeviceListQuery,
): Promise<DevicePlace[]> {
  const limit = pageLimit + 1;
  const subsets = [
    await filterBySet(() => troubledDevices(troubles, nowMs), troubled),
    await filterBySet(async () => new Set(await connections.devicesWithWrongClocks()), wrongClock),
    await filterBySet(() => devicesWithAlarms(alarms, accountId), alarmed),
  ].filter((subset) => subset !== null);
  const match: DeviceMatch = { accountId, filter, among: subsets.flatMap(({ among }) => among) };
  if (sort !== "last_connected" && status === undefined && subsets.length === 0) {
    return devicesInOrder(control, match, { sort, order, after }, limit);
  }
  const statuses = status === undefined ? null : await DeviceStatuses.load(control, accountId, nowMs);
  const isMeant = (id: number, connection: WrittenConnection | undefined): boolean =>
    (statuses === null || statuses.of(id, connection) === status) &&
    subsets.every((subset) => subset.isMeant(id));
  if (sort !== "last_connected") {
    const found: number[] = [];
    for await (const ids of idsInOrder(control, match, { sort, order, after })) {
      const known = statuses === null ? noConnections : await connections.connectionsOf(ids);
      found.push(...ids.filter((id) => isMeant(id, known.get(id))).slice(0, limit - found.length));
      if (found.length === limit) break;
    }
    return sort === "name" ? placesByName(control, found) : found.map((id) => ({ id, key: null }));
  }
  const first = new FirstByLastConnected({ order, after, limit });
  for await (const ids of idsInOrder(control, match, { sort: "created", order: "asc", after: null })) {
    const known = await connections.connectionsOf(ids);
    for (const id of ids) {
      const connection = known.get(id);
      if (isMeant(id, connection)) first.add(id, connection?.lastConnectedMs ?? null);
    }
  }
  return first.places;
}

const noConnections: ReadonlyMap<number, WrittenConnection> = new Map();
