import { useQueries } from "@tanstack/react-query";
import type { BoardDefinition, Picked, ShownDevices } from "../model/board.ts";
import { type BoardDevice, deviceQueries, listKeyOf } from "./tile-queries.ts";

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

/** Loads the devices and lists of devices that the tiles name. */
export function useBoardDevices(definition: BoardDefinition, picked: Picked): BoardDevices {
  const { named, lists } = deviceQueries(definition, picked);
  const namedResults = useQueries({
    queries: named.map(({ query }) => ({ ...query, refetchInterval: refreshMs })),
  });
  const listResults = useQueries({
    queries: lists.map(({ query }) => ({ ...query, refetchInterval: refreshMs })),
  });
  const deviceOf = (uuid: string): Lookup<BoardDevice> => {
    const data = namedResults[named.findIndex(({ devices }) => devices.includes(uuid))]?.data;
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
      const data = listResults[lists.findIndex(({ key }) => key === listKeyOf(shown))]?.data;
      return data === undefined ? "loading" : { items: data.items, hasMore: data.next !== null };
    },
  };
}
