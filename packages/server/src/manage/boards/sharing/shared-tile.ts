import { type AlarmFilter, severities } from "@weir/protocol/closed-sets";
import type { BoardTile, TileDevices } from "@weir/protocol/manage/board-tile-forms";
import { commonSensors } from "@weir/protocol/manage/common-sensors";
import type { AnswerOf } from "@weir/protocol/manage/route";
import type { sharedBoardRoutes } from "@weir/protocol/manage/shared-board-routes";
import { type ShownSensor, sensorsOfDevices } from "../../../control/boards/shown-sensors.ts";
import { readDevices } from "../../../control/devices/described-devices.ts";
import { countMatching, devicesInOrder, idsInOrder } from "../../../control/devices/device-list.ts";
import { formatMicros } from "../../../platform/instant.ts";
import type { ChainQueries } from "../../../store/chain-queries.ts";
import type { ReadingQueries } from "../../../store/readings/reading-queries.ts";
import { listAlarms } from "../../alarms/alarms.ts";
import { latestToJson } from "../../devices/device-json.ts";
import type { DeviceConnections } from "../../devices/list/device-list-connections.ts";
import { DeviceStatuses } from "../../devices/list/device-statuses.ts";
import type { SharedBoard } from "./shared-board.ts";
import { lookOf, readSources } from "./shared-sources.ts";
import { shownDevices } from "./shown-devices.ts";

/** What tiles are read from. */
interface TileQueries {
  readonly readings: ReadingQueries;
  readonly chains: ChainQueries;
  readonly connections: DeviceConnections;
  readonly nowMs: number;
}

type SharedTile = AnswerOf<(typeof sharedBoardRoutes)["showSharedTile"]>;

/** A table or map shows at most this many devices. */
const devicesMax = 100;
const byName = { sort: "name", order: "asc", after: null } as const;

/**
 * Reads what a tile shows. Callers name a tile and nothing else: the devices and sensors come from the definition and
 * from what the link has picked, and are looked up within the board's account.
 */
export async function readSharedTile(
  shared: SharedBoard,
  tile: BoardTile,
  queries: TileQueries,
  points: number,
): Promise<SharedTile> {
  switch (tile.kind) {
    case "value":
      return readSources(shared, [tile.settings.source], queries, { points });
    case "gauge":
      return readSources(shared, [tile.settings.source], queries, {});
    case "chart":
      return readSources(shared, tile.settings.sources, queries, { points, span: tile.settings.span });
    case "values":
      return readSources(shared, tile.settings.sources, queries, {});
    case "log":
      return readLog(shared, tile.settings, queries);
    case "table":
      return listDevices(shared, tile.settings, queries);
    case "map":
      return listDevices(shared, { ...tile.settings, sensors: [], attributes: [] }, queries);
    case "group_status":
      return countStatuses(shared, tile.settings.devices, queries);
    case "alarms":
      return readAlarms(shared, { ...tile.settings, state: "active" }, queries);
    case "text":
    case "image":
      return { kind: tile.kind };
  }
}

function readLog(
  shared: SharedBoard,
  settings: Extract<BoardTile, { kind: "log" }>["settings"],
  queries: TileQueries,
): Promise<SharedTile> {
  if (settings.of === "alarms") {
    return readAlarms(shared, { severities: [...severities], state: "all", max: settings.max }, queries);
  }
  return readSources(shared, settings.sources, queries, { newest: settings.max });
}

async function listDevices(
  { control, link }: SharedBoard,
  { devices, sensors: named, attributes }: Extract<BoardTile, { kind: "table" }>["settings"],
  { readings, connections, nowMs }: TileQueries,
): Promise<SharedTile> {
  const { accountId } = link;
  const match = await shownDevices(control, accountId, devices, link.picked);
  const places = match === null ? [] : await devicesInOrder(control, match, byName, devicesMax + 1);
  const ids = places.slice(0, devicesMax).map(({ id }) => id);
  const listed = await readDevices(control, ids);
  const sensors = named?.length === 0 ? [] : await sensorsOfDevices(control, accountId, { ids });
  const columns = named ?? commonSensors(sensors);
  const shown = sensors.filter(({ slug, uuid }) => columns.includes(slug) || columns.includes(uuid));
  const latest = await readings.latestOf(shown.map(({ id }) => id));
  const connected = await connections.connectionsOf(ids);
  const statuses = await DeviceStatuses.load(control, accountId, nowMs);
  const isIn = (column: string) => (sensor: ShownSensor) => sensor.slug === column || sensor.uuid === column;
  const byDevice = Map.groupBy(shown, ({ deviceId }) => deviceId);
  const latestIn = (deviceId: number, column: string) => {
    const sensor = byDevice.get(deviceId)?.find(isIn(column));
    if (sensor === undefined) return null;
    return { ...lookOf(sensor), latest: latestToJson(latest.get(sensor.id)) };
  };
  // The name that the first device with this sensor gives to it.
  const nameOf = (column: string) =>
    ids.flatMap((id) => byDevice.get(id)?.find(isIn(column)) ?? []).at(0)?.name ?? column;
  return {
    kind: "devices",
    has_more: places.length > devicesMax,
    attributes,
    columns: columns.map(nameOf),
    devices: listed.map(({ id, name, enabled, location, attributes: known }) => ({
      name,
      enabled,
      status: statuses.of(id, connected.get(id)),
      last_connected: connectedAt(connected.get(id)?.lastConnectedMs),
      location: location === null ? null : { latitude: location.latitude, longitude: location.longitude },
      attributes: attributes.map((attribute) => known[attribute] ?? null),
      values: columns.map((column) => latestIn(id, column)),
    })),
  };
}

function connectedAt(ms: number | undefined): string | null {
  return ms === undefined ? null : formatMicros(ms * 1000);
}

async function countStatuses(
  { control, link }: SharedBoard,
  devices: TileDevices,
  { connections, nowMs }: TileQueries,
): Promise<SharedTile> {
  const counts = { online: 0, offline: 0, never_seen: 0, disabled: 0 };
  const match = await shownDevices(control, link.accountId, devices, link.picked);
  if (match === null) return { kind: "status", ...counts };
  const statuses = await DeviceStatuses.load(control, link.accountId, nowMs);
  const only = (enabled: boolean) => ({ ...match, filter: { ...match.filter, enabled } });
  const order = { sort: "created", order: "asc", after: null } as const;
  for await (const ids of idsInOrder(control, only(true), order)) {
    const known = await connections.connectionsOf(ids);
    for (const id of ids) counts[statuses.of(id, known.get(id))]++;
  }
  counts.disabled = await countMatching(control, only(false));
  return { kind: "status", ...counts };
}

async function readAlarms(
  { control }: SharedBoard,
  {
    severities,
    state,
    max,
  }: Extract<BoardTile, { kind: "alarms" }>["settings"] & {
    readonly state: AlarmFilter;
  },
  { chains }: TileQueries,
): Promise<SharedTile> {
  const lists = [];
  for (const severity of new Set(severities)) {
    const listed = await listAlarms({ control, queries: chains }, { state, severity, limit: max });
    if (listed.ok) lists.push(...listed.value);
  }
  const newest = lists.toSorted((a, b) => b.raisedUs - a.raisedUs || b.id - a.id).slice(0, max);
  return {
    kind: "alarms",
    alarms: newest.map(({ severity, state, name, message, origin, raisedUs, lastValue }) => ({
      severity,
      state,
      name,
      message,
      raised_at: formatMicros(raisedUs),
      last_value: lastValue,
      device: origin.device?.name ?? null,
      sensor: origin.sensor?.slug ?? null,
    })),
  };
}
