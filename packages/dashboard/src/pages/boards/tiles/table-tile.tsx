import { commonSensors } from "@weir/protocol/manage/common-sensors";
import { sensorCharts } from "../../../ui/sensor-charts.ts";
import { Value } from "../../../ui/value.tsx";
import { useSensorLooks } from "../../device/sensor-looks.ts";
import { useConnections, withConnection } from "../../devices/use-connections.ts";
import { type BoardData, useBoardData } from "../data/board-data.ts";
import type { BoardDevice } from "../data/tile-queries.ts";
import { deviceQuery, shownDevices, type TileOf } from "../model/board.ts";
import { AttributeValue } from "./attribute-value.tsx";
import { BoardLink } from "./board-link.tsx";
import { DeviceTable, emptyCell } from "./device-table.tsx";
import { TileLoading, TileNote } from "./tile-note.tsx";

/** Devices by attributes and sensors: one row for each device, one column for each of these. */
export function TableTile({ tile, title }: { readonly tile: TileOf<"table">; readonly title: string }) {
  const data = useBoardData();
  const connections = useConnections();
  const shown = shownDevices(tile.settings.devices, data.picked);
  if (shown === null) return <TileNote>Choose what to show above.</TileNote>;
  const list = data.listOf(shown);
  if (typeof list === "string") return <TileLoading />;
  if (list.items.length === 0) return <TileNote>No devices yet.</TileNote>;
  const { attributes } = tile.settings;
  const sensors = tile.settings.sensors ?? commonColumns(list.items, data);
  return (
    <DeviceTable
      title={title}
      columns={[
        ...attributes.map((name) => ({ key: `attribute ${name}`, name, isText: true })),
        ...sensors.map((slug) => ({ key: `sensor ${slug}`, name: columnName(slug, list.items, data) })),
      ]}
      devices={list.items.map((device) => withConnection(device, connections))}
      cell={(device, nth) => {
        const attribute = attributes[nth];
        if (attribute !== undefined) return <AttributeValue value={device.attributes[attribute]} />;
        return <SensorValue device={device.uuid} sensor={sensors[nth - attributes.length]!} />;
      }}
      foot={
        list.hasMore && (
          <p className="px-4 py-2 text-sm">
            <BoardLink to="/devices" search={deviceQuery(shown)} className="text-accent hover:underline">
              All devices
            </BoardLink>
          </p>
        )
      }
    />
  );
}

function SensorValue({ device, sensor }: { readonly device: string; readonly sensor: string }) {
  const found = useBoardData().sensorOf(device, sensor);
  const lookOf = useSensorLooks();
  if (typeof found === "string") return emptyCell;
  return (
    <BoardLink {...sensorCharts(device, found.slug)} className="hover:underline">
      <Value value={found.latest?.value} {...lookOf(found)} />
    </BoardLink>
  );
}

function commonColumns(devices: readonly BoardDevice[], { sensorsOf }: BoardData): readonly string[] {
  return commonSensors(sensorsOf(devices.map(({ uuid }) => uuid)));
}

/** The name that the first device with this sensor gives to it. */
function columnName(sensor: string, devices: readonly BoardDevice[], { sensorOf }: BoardData): string {
  for (const { uuid } of devices) {
    const found = sensorOf(uuid, sensor);
    if (typeof found !== "string") return found.name;
  }
  return sensor;
}
