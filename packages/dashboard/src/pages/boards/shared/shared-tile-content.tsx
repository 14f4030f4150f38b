import { Value } from "../../../ui/value.tsx";
import type { Tile } from "../model/board.ts";
import { AlarmList } from "../tiles/alarm-list.tsx";
import { AttributeValue } from "../tiles/attribute-value.tsx";
import { DeviceMap } from "../tiles/device-map.tsx";
import { DeviceTable, emptyCell } from "../tiles/device-table.tsx";
import { StatusCounts } from "../tiles/status-counts.tsx";
import { TileContent } from "../tiles/tile-content.tsx";
import { TileNote } from "../tiles/tile-note.tsx";
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
  switch (shown?.kind) {
    case "devices":
      return tile.kind === "map" ? (
        <DeviceMap devices={shown.devices.map(withKey)} />
      ) : (
        <SharedTable title={title} shown={shown} />
      );
    case "status":
      return <StatusCounts counts={{ ...shown, with_alarms: null }} search={null} />;
    case "alarms":
      return <AlarmList title={title} alarms={shown.alarms.map(listedAlarm)} />;
    default:
      // Text needs no answer, and sources take theirs from the board's data.
      return ["table", "map", "group_status", "alarms"].includes(tile.kind) ? (
        <TileNote>Loading…</TileNote>
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

/** Links do not tell the UUIDs of devices, so the place in the list tells them apart. */
function withKey<Device>(device: Device, nth: number): Device & { readonly uuid: string } {
  return { ...device, uuid: `${nth}` };
}

function listedAlarm({ device, ...alarm }: ShownOf<"alarms">["alarms"][number], id: number) {
  return { ...alarm, id, device: device === null ? null : { uuid: device, name: device } };
}
