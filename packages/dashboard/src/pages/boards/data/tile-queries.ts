import { call } from "../../../api/client.ts";
import { callQuery, queryClient } from "../../../api/query-client.ts";
import type { CallAnswer } from "../../../api/route-types.ts";
import {
  type BoardDefinition,
  deviceOfSource,
  deviceQuery,
  type Picked,
  type ShownDevices,
  shownDevices,
  sourcesOf,
} from "../model/board.ts";
import { chunks } from "./chunks.ts";

export type BoardDevice = CallAnswer<"listDevices">["items"][number];
export type BoardSensor = CallAnswer<"listSensorsOfDevices">["items"][number];

/** A table shows at most this many devices. A link leads to all of them. */
const tableDevicesMax = 50;
/** As many devices as one request can name. */
const devicesPerRequest = 100;
/** As many sensors as fit into one answer. */
const sensorsPerAnswer = 1000;
/** Further sensors are not shown. */
const answersMax = 10;
/** Longer lists of names would not fit into an address. All sensors of the devices are loaded instead. */
const namesLengthMax = 2000;

/**
 * Requests the values of a board's tiles as soon as the board is known, and resolves once they are answered. What the
 * tiles ask later finds the answers in the cache.
 */
export async function askForTiles(definition: BoardDefinition): Promise<void> {
  // The address says what is picked, and only the page reads it.
  if (definition.variable !== null) return;
  const { named, lists } = deviceQueries(definition, null);
  // Which sensors a table needs is known once its devices are.
  const sensors = lists.length > 0 ? [] : sensorQueries(wantedSensors(definition, null, () => []));
  await Promise.all([
    ...sensors.map(({ query }) => queryClient.prefetchQuery(query)),
    ...[...named, ...lists].map(({ query }) => queryClient.prefetchQuery(query)),
    ...(named.length > 0 ? [queryClient.prefetchQuery(callQuery("listSensorTypes", {}))] : []),
  ]);
}

/**
 * The requests for the devices that tiles name and for the lists of devices of tables. Devices that are named one by
 * one share a request, so that the number of requests does not grow with the number of devices.
 */
export function deviceQueries({ tiles }: BoardDefinition, picked: Picked) {
  const uuids = new Set<string>(picked?.kind === "device" ? [picked.device] : []);
  const lists = new Map<string, ReturnType<typeof deviceQuery>>();
  for (const tile of tiles) {
    for (const source of sourcesOf(tile)) {
      const device = deviceOfSource(source, picked);
      if (device !== null) uuids.add(device);
    }
    if (tile.kind !== "table" && tile.kind !== "map") continue;
    const shown = shownDevices(tile.settings.devices, picked);
    if (shown?.kind === "devices") for (const device of shown.devices) uuids.add(device);
    // A map shows more devices than a table and loads them itself.
    else if (tile.kind === "table" && shown !== null) lists.set(listKeyOf(shown), deviceQuery(shown));
  }
  return {
    named: chunks([...uuids].sort(), devicesPerRequest).map((devices) => ({
      devices,
      query: callQuery("listDevices", { query: { limit: devicesPerRequest, devices: devices.join(",") } }),
    })),
    lists: [...lists].map(([key, query]) => ({
      key,
      query: callQuery("listDevices", { query: { limit: tableDevicesMax, ...query } }),
    })),
  };
}

export function listKeyOf(shown: ShownDevices): string {
  return JSON.stringify(deviceQuery(shown));
}

/** The sensors of devices that a board shows. */
export interface WantedSensors {
  readonly devices: readonly string[];
  /** Slugs and UUIDs; null for all sensors. */
  readonly names: readonly string[] | null;
}

/**
 * The sensors that are needed: those of sources, and the columns of tables. `listed`: the devices of a list, none while it
 * is loading.
 */
export function wantedSensors(
  { tiles }: BoardDefinition,
  picked: Picked,
  listed: (shown: ShownDevices) => readonly string[],
): WantedSensors {
  const devices = new Set<string>();
  const names = new Set<string>();
  let areAllWanted = false;
  for (const tile of tiles) {
    for (const source of sourcesOf(tile)) {
      const device = deviceOfSource(source, picked);
      if (device !== null) devices.add(device);
      names.add(source.sensor);
    }
    if (tile.kind !== "table" || tile.settings.sensors?.length === 0) continue;
    if (tile.settings.sensors === null) areAllWanted = true;
    else for (const sensor of tile.settings.sensors) names.add(sensor);
    const shown = shownDevices(tile.settings.devices, picked);
    if (shown === null) continue;
    for (const device of shown.kind === "devices" ? shown.devices : listed(shown)) devices.add(device);
  }
  return { devices: [...devices], names: areAllWanted ? null : [...names] };
}

/** The requests for these sensors, each with the devices that it names. */
export function sensorQueries({ devices, names }: WantedSensors) {
  const wanted = names === null ? "" : [...new Set(names)].sort().join(",");
  return chunks([...devices].sort(), devicesPerRequest).map((some) => {
    const query = {
      devices: some.join(","),
      limit: sensorsPerAnswer,
      ...(wanted === "" || wanted.length > namesLengthMax ? {} : { sensors: wanted }),
    };
    return {
      devices: some,
      query: {
        // Not the key of a single request, whose answer has another form.
        queryKey: ["listSensorsOfDevices", { query }, "all"],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => allSensors(query, signal),
      },
    };
  });
}

/** All pages of the answer, up to a limit. */
async function allSensors(
  query: Readonly<{ devices: string; limit: number; sensors?: string }>,
  signal: AbortSignal,
): Promise<readonly BoardSensor[]> {
  const found: BoardSensor[] = [];
  let cursor: string | undefined;
  for (let nth = 0; nth < answersMax; nth++) {
    const { items, next } = await call("listSensorsOfDevices", { query: { ...query, cursor }, signal });
    found.push(...items);
    if (next === null) break;
    cursor = next;
  }
  return found;
}
