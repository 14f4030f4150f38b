import { lazyPart } from "../../../ui/lazy-part.tsx";
import type { Tile } from "../model/board.ts";
import { AlarmsTile } from "./alarms-tile.tsx";
import { GaugeTile } from "./gauge-tile.tsx";
import { GroupStatusTile } from "./group-status-tile.tsx";
import { TableTile } from "./table-tile.tsx";
import { ValueTile } from "./value-tile.tsx";

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
    case "table":
      return <TableTile tile={tile} title={title} />;
    case "alarms":
      return <AlarmsTile tile={tile} title={title} />;
    case "group_status":
      return <GroupStatusTile tile={tile} />;
    case "text":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without a focus, the keyboard could not scroll it.
        <section className="h-full overflow-y-auto px-3 pb-2" tabIndex={0} aria-label={title}>
          <p className="text-sm whitespace-pre-wrap wrap-anywhere">{tile.settings.text}</p>
        </section>
      );
    case "map":
      return <MapTile tile={tile} />;
  }
}
