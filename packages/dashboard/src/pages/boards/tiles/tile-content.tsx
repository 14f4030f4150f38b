import { lazyPart } from "../../../ui/lazy-part.tsx";
import type { Tile } from "../model/board.ts";
import { AlarmsTile } from "./alarms-tile.tsx";
import { GaugeTile } from "./gauge-tile.tsx";
import { GroupStatusTile } from "./group-status-tile.tsx";
import { ImageTile } from "./image-tile.tsx";
import { LogTile } from "./log-tile.tsx";
import { TableTile } from "./table-tile.tsx";
import { TextTile } from "./text-tile.tsx";
import { ValueTile } from "./value-tile.tsx";
import { ValuesTile } from "./values-tile.tsx";

// Charts and maps need more code than all other tiles together.
const ChartTile = lazyPart(async () => (await import("./chart-tile.tsx")).ChartTile);
const MapTile = lazyPart(async () => (await import("./map-tile.tsx")).MapTile);

export function TileContent({ tile, title }: { readonly tile: Tile; readonly title: string }) {
  switch (tile.kind) {
    case "value":
      return <ValueTile tile={tile} />;
    case "gauge":
      return <GaugeTile tile={tile} />;
    case "chart":
      return <ChartTile tile={tile} title={title} />;
    case "values":
      return <ValuesTile tile={tile} title={title} />;
    case "log":
      return <LogTile tile={tile} title={title} />;
    case "table":
      return <TableTile tile={tile} title={title} />;
    case "alarms":
      return <AlarmsTile tile={tile} title={title} />;
    case "group_status":
      return <GroupStatusTile tile={tile} />;
    case "text":
      return <TextTile tile={tile} title={title} />;
    case "image":
      return <ImageTile tile={tile} title={title} />;
    case "map":
      return <MapTile tile={tile} />;
  }
}
