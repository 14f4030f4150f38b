import type { ReactNode } from "react";
import type { Destination } from "../../../ui/destination.ts";
import { writeSensors } from "../../charts/chart-search.ts";
import { type TileData, useTileData } from "../data/board-data.ts";
import { sourcesOf, type Tile, type TileDevices } from "../model/board.ts";
import { BoardLink } from "./board-link.tsx";

/** Leads from a tile to the page of what it shows. */
export function TileLink({ tile, children }: { readonly tile: Tile; readonly children: ReactNode }) {
  const { resolve } = useTileData();
  const destination = destinationOf(tile, resolve);
  if (destination === null) return children;
  return (
    <BoardLink {...destination} className="hover:underline">
      {children}
    </BoardLink>
  );
}

/** Null for a tile that shows nothing else. */
function destinationOf(tile: Tile, resolve: TileData["resolve"]): Destination | null {
  switch (tile.kind) {
    case "value":
    case "gauge":
    case "chart":
    case "values":
    case "log": {
      if (tile.kind === "log" && tile.settings.of === "alarms") return { to: "/alarms" };
      const sensors = sourcesOf(tile).flatMap((source) => {
        const found = resolve(source);
        return typeof found === "string" ? [] : [{ device: found.device.uuid, slug: found.sensor.slug }];
      });
      return sensors.length === 0 ? null : { to: "/charts", search: { sensors: writeSensors(sensors) } };
    }
    case "table":
    case "group_status":
    case "map":
      return { to: "/devices", search: listed(tile.settings.devices) };
    case "alarms":
      return { to: "/alarms" };
    case "text":
    case "image":
      return null;
  }
}

/** The list of devices cannot show what is picked or certain devices only. */
function listed(devices: TileDevices): { readonly group?: string; readonly tag?: string } {
  if (devices.kind === "group") return { group: devices.group };
  return devices.kind === "tag" ? { tag: devices.tag } : {};
}
