import { Value } from "../../../ui/value.tsx";
import { useTileData } from "../data/board-data.ts";
import type { Tile, TileOf } from "../model/board.ts";
import { AlarmList, noAlarmsYet } from "../tiles/alarm-list.tsx";
import { AttributeValue } from "../tiles/attribute-value.tsx";
import { DeviceMap } from "../tiles/device-map.tsx";
import { DeviceTable, emptyCell } from "../tiles/device-table.tsx";
import { ReadingLog } from "../tiles/reading-log.tsx";
import { StatusCounts } from "../tiles/status-counts.tsx";
import { TileContent } from "../tiles/tile-content.tsx";
import { TileLoading, TileNote } from "../tiles/tile-note.tsx";
import { SharedImage } from "./shared-image.tsx";
import type { SharedTile } from "./use-shared-board.ts";

type Shown = SharedTile["shown"];
type ShownOf<Kind extends Shown["kind"]> = Extract<Shown, { kind: Kind }>;

/** A tile of a shared board. `shown` is undefined while it is not loaded. */
export function SharedTileContent({
  tile,
  title,
  shown,
}: {
  readonly tile: Tile;
  readonly title: string;
  readonly shown: Shown | undefined;
}) {
  if (tile.kind === "image") return <SharedImage tile={tile} title={title} />;
  switch (shown?.kind) {
    case "sources":
      return tile.kind === "log" ? (
        <SharedLog tile={tile} title={title} shown={shown} />
      ) : (
        <TileContent tile={tile} title={title} />
      );
    case "devices":
      return tile.kind === "map" ? (
        <DeviceMap devices={shown.devices.map(withKey)} />
      ) : (
        <SharedTable title={title} shown={shown} />
      );
    case "status":
      return <StatusCounts counts={{ ...shown, with_alarms: null }} search={null} />;
    case "alarms":
      return (
        <AlarmList
          title={title}
          alarms={shown.alarms.map(listedAlarm)}
          {...(tile.kind === "log" ? { none: noAlarmsYet } : {})}
        />
      );
    default:
      // Text needs no answer, and sources take theirs from the board's data.
      return ["table", "map", "group_status", "alarms", "log"].includes(tile.kind) ? (
        <TileLoading />
      ) : (
        <TileContent tile={tile} title={title} />
      );
  }
}

function SharedTable({ title, shown }: { readonly title: string; readonly shown: ShownOf<"devices"> }) {
  const { attributes, columns, devices, has_more } = shown;
  if (devices.length === 0) return <TileNote>No devices yet.</TileNote>;
  return (
    <DeviceTable
      title={title}
      columns={[
        ...attributes.map((name) => ({ key: `attribute ${name}`, name, isText: true })),
        ...columns.map((name, nth) => ({ key: `sensor ${nth}`, name })),
      ]}
      devices={devices.map(withKey)}
      cell={(device, nth) => {
        if (nth < attributes.length) return <AttributeValue value={device.attributes[nth]} />;
        const found = device.values[nth - attributes.length] ?? null;
        return found === null ? emptyCell : <Value {...found} value={found.latest?.value} />;
      }}
      foot={has_more && <p className="px-4 py-2 text-sm text-muted">Not all devices are shown.</p>}
    />
  );
}

function SharedLog({
  tile: { settings },
  title,
  shown,
}: {
  readonly tile: TileOf<"log">;
  readonly title: string;
  readonly shown: ShownOf<"sources">;
}) {
  const { resolve } = useTileData();
  const sources = settings.of === "readings" ? settings.sources.map(resolve) : [];
  const readings = (shown.readings ?? []).flatMap(({ at, value, source: nth }) => {
    const source = sources[nth];
    return source === undefined || typeof source === "string" ? [] : [{ at, value, source }];
  });
  return <ReadingLog title={title} readings={readings} />;
}

/** Links do not tell the UUIDs of devices, so the place in the list tells them apart. */
function withKey<Device>(device: Device, nth: number): Device & { readonly uuid: string } {
  return { ...device, uuid: `${nth}` };
}

function listedAlarm({ device, ...alarm }: ShownOf<"alarms">["alarms"][number], id: number) {
  return { ...alarm, id, device: device === null ? null : { uuid: device, name: device } };
}
