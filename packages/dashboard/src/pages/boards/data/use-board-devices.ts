import { useQueries } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { isGone } from "../../../api/problem.ts";
import type { CallAnswer } from "../../../api/route-types.ts";
import {
  type BoardDefinition,
  deviceOfSource,
  type Picked,
  shownDevices,
  sourcesOf,
} from "../model/board.ts";

export type BoardDevice = CallAnswer<"listDevices">["items"][number];

/** A table shows at most this many devices. A link leads to all of them. */
const tableDevicesMax = 50;
const refreshMs = 30_000;

/** Something that is loaded by name: `missing` if it does not exist, `loading` until it is known. */
export type Lookup<Thing> = Thing | "missing" | "loading";

/** The devices of one group, or of the account, as tables show them. */
interface DeviceList {
  readonly items: readonly BoardDevice[];
  readonly hasMore: boolean;
}

export interface BoardDevices {
  readonly deviceOf: (uuid: string) => Lookup<BoardDevice>;
  /** The devices of a group; null for those of the account. */
  readonly listOf: (group: string | null) => Lookup<DeviceList>;
}

/** Loads the devices and lists of devices that the tiles name. Equal requests of several tiles are made once. */
export function useBoardDevices({ tiles }: BoardDefinition, picked: Picked): BoardDevices {
  const uuids = new Set<string>(picked?.kind === "device" ? [picked.device] : []);
  const groups = new Set<string | null>();
  for (const tile of tiles) {
    for (const source of sourcesOf(tile)) {
      const device = deviceOfSource(source, picked);
      if (device !== null) uuids.add(device);
    }
    if (tile.kind !== "table" && tile.kind !== "group_status" && tile.kind !== "map") continue;
    const shown = shownDevices(tile.settings.devices, picked);
    if (shown?.kind === "devices") for (const device of shown.devices) uuids.add(device);
    // The status of a group is counted by the server.
    else if (tile.kind === "table" && shown !== null) groups.add(shown.kind === "group" ? shown.group : null);
  }
  const devices = [...uuids];
  const lists = [...groups];
  const deviceResults = useQueries({
    queries: devices.map((device) => ({
      queryKey: ["showDevice", { params: { device } }],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        call("showDevice", { params: { device }, signal }),
      refetchInterval: refreshMs,
    })),
  });
  const listResults = useQueries({
    queries: lists.map((group) => {
      const query = { limit: tableDevicesMax, ...(group === null ? {} : { group }) };
      return {
        queryKey: ["listDevices", { query }],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => call("listDevices", { query, signal }),
        refetchInterval: refreshMs,
      };
    }),
  });
  return {
    deviceOf: (uuid) => {
      const result = deviceResults[devices.indexOf(uuid)];
      return isGone(result?.error) ? "missing" : (result?.data ?? "loading");
    },
    listOf: (group) => {
      const data = listResults[lists.indexOf(group)]?.data;
      return data === undefined ? "loading" : { items: data.items, hasMore: data.next !== null };
    },
  };
}
