import { useQueries } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
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

/** A table shows at most this many devices. A link leads to all of them. */
const tableDevicesMax = 50;
/** As many devices as one request can name. */
export const devicesPerRequest = 100;
/** No event reports that a device has gone silent. */
const refreshMs = 60_000;

/** Something that is loaded by name: `missing` if it does not exist, `loading` until it is known. */
export type Lookup<Thing> = Thing | "missing" | "loading";

/** Devices as tables show them. */
interface DeviceList {
  readonly items: readonly BoardDevice[];
  readonly hasMore: boolean;
}

export interface BoardDevices {
  readonly deviceOf: (uuid: string) => Lookup<BoardDevice>;
  readonly listOf: (shown: ShownDevices) => Lookup<DeviceList>;
}

/**
 * Loads the devices and lists of devices that the tiles name. Devices that are named one by one share a request, so that
 * the number of requests does not grow with the number of devices.
 */
export function useBoardDevices({ tiles }: BoardDefinition, picked: Picked): BoardDevices {
  const uuids = new Set<string>(picked?.kind === "device" ? [picked.device] : []);
  const lists = new Map<string, Readonly<Record<string, string>>>();
  for (const tile of tiles) {
    for (const source of sourcesOf(tile)) {
      const device = deviceOfSource(source, picked);
      if (device !== null) uuids.add(device);
    }
    if (tile.kind !== "table" && tile.kind !== "map") continue;
    const shown = shownDevices(tile.settings.devices, picked);
    if (shown?.kind === "devices") for (const device of shown.devices) uuids.add(device);
    // A map shows more devices than a table and loads them itself.
    else if (tile.kind === "table" && shown !== null) lists.set(keyOf(shown), deviceQuery(shown));
  }
  const named = chunks([...uuids].sort(), devicesPerRequest);
  const ask = (query: Readonly<Record<string, string | number>>) => ({
    queryKey: ["listDevices", { query }],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => call("listDevices", { query, signal }),
    refetchInterval: refreshMs,
  });
  const namedResults = useQueries({
    queries: named.map((some) => ask({ limit: devicesPerRequest, devices: some.join(",") })),
  });
  const listKeys = [...lists.keys()];
  const listResults = useQueries({
    queries: [...lists.values()].map((query) => ask({ limit: tableDevicesMax, ...query })),
  });
  const deviceOf = (uuid: string): Lookup<BoardDevice> => {
    const data = namedResults[named.findIndex((some) => some.includes(uuid))]?.data;
    return data === undefined ? "loading" : (data.items.find((device) => device.uuid === uuid) ?? "missing");
  };
  return {
    deviceOf,
    listOf: (shown) => {
      if (shown.kind === "devices") {
        const found = shown.devices.map(deviceOf);
        if (found.includes("loading")) return "loading";
        return { items: found.filter((device) => typeof device !== "string"), hasMore: false };
      }
      const data = listResults[listKeys.indexOf(keyOf(shown))]?.data;
      return data === undefined ? "loading" : { items: data.items, hasMore: data.next !== null };
    },
  };
}

function keyOf(shown: ShownDevices): string {
  return JSON.stringify(deviceQuery(shown));
}
