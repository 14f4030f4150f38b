import type { ReactNode } from "react";
import type { Destination } from "../../../ui/destination.ts";
import { writeSensors } from "../../charts/chart-search.ts";
import { type TileData, useTileData } from "../data/board-data.ts";
import { deviceQuery, shownDevices, sourcesOf, type Tile } from "../model/board.ts";
import { BoardLink } from "./board-link.tsx";

/** Leads from a tile to the page of what it shows. */
export function TileLink({ tile, children }: { readonly tile: Tile; readonly children: ReactNode }) {
  const destination = destinationOf(tile, useTileData());
  if (destination === null) return children;
  return (
    <BoardLink {...destination} className="hover:underline">
      {children}
    </BoardLink>
  );
}

/** Null for a tile that shows nothing else, or nothing yet. */
function destinationOf(
  tile: Tile,
  { resolve, picked }: Pick<TileData, "resolve" | "picked">,
): Destination | null {
  switch (tile.kind) {
    case "value":
    case "gauge":
    case "chart":
    case "values":
    case "log": {
      if (tile.kind === "log" && tile.settings.of === "alarms")
        return { to: "/alarms", search: { state: "all" } };
      const sensors = sourcesOf(tile).flatMap((source) => {
        const found = resolve(source);
        return typeof found === "string" ? [] : [{ device: found.device.uuid, slug: found.sensor.slug }];
      });
      return sensors.length === 0 ? null : { to: "/charts", search: { sensors: writeSensors(sensors) } };
    }
    case "table":
    case "group_status":
    case "map": {
      const shown = shownDevices(tile.settings.devices, picked);
      if (shown === null) return null;
      if (shown.kind === "devices" && shown.devices.length === 1)
        return { to: "/devices/$device", params: { device: shown.devices[0]! } };
      return { to: "/devices", search: deviceQuery(shown) };
    }
    case "alarms": {
      const [only, ...others] = tile.settings.severities;
      return { to: "/alarms", search: others.length === 0 && only !== undefined ? { severity: only } : {} };
    }
    case "text":
    case "image":
      return null;
  }
}
