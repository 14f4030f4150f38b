import { Value } from "../../../ui/value.tsx";
import { useSensorLooks } from "../../device/sensor-looks.ts";
import { type BoardData, useBoardData } from "../data/board-data.ts";
import type { BoardDevice, Lookup } from "../data/use-board-devices.ts";
import { type ShownDevices, shownDevices, type TileOf } from "../model/board.ts";
import { BoardLink } from "./board-link.tsx";
import { DeviceTable, emptyCell } from "./device-table.tsx";
import { TileNote } from "./tile-note.tsx";

/** Devices by sensors: one row for each device, one column for each sensor. */
export function TableTile({ tile, title }: { readonly tile: TileOf<"table">; readonly title: string }) {
  const data = useBoardData();
  const shown = shownDevices(tile.settings.devices, data.picked);
  if (shown === null) return <TileNote>Choose what to show above.</TileNote>;
  const list = listed(shown, data);
  if (typeof list === "string") return <TileNote>Loading…</TileNote>;
  if (list.devices.length === 0) return <TileNote>No devices here yet.</TileNote>;
  const { sensors } = tile.settings;
  return (
    <DeviceTable
      title={title}
      columns={sensors.map((key) => ({ key, name: columnName(key, list.devices, data) }))}
      devices={list.devices}
      cell={({ uuid }, nth) => <SensorValue device={uuid} sensor={sensors[nth]!} />}
      foot={
        list.hasMore && (
          <p className="px-4 py-2 text-sm">
            <BoardLink
              to="/devices"
              search={shown.kind === "group" ? { group: shown.group } : {}}
              className="text-accent hover:underline"
            >
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
  return <Value value={found.latest?.value} {...lookOf(found)} />;
}

function listed(
  shown: ShownDevices,
  { listOf, deviceOf }: BoardData,
): Lookup<{ readonly devices: readonly BoardDevice[]; readonly hasMore: boolean }> {
  if (shown.kind !== "devices") {
    const list = listOf(shown.kind === "group" ? shown.group : null);
    return typeof list === "string" ? list : { devices: list.items, hasMore: list.hasMore };
  }
  const devices = shown.devices.map(deviceOf);
  if (devices.includes("loading")) return "loading";
  return { devices: devices.filter((device) => typeof device !== "string"), hasMore: false };
}

/** The name that the first device with this sensor gives to it. */
function columnName(sensor: string, devices: readonly BoardDevice[], { sensorOf }: BoardData): string {
  for (const { uuid } of devices) {
    const found = sensorOf(uuid, sensor);
    if (typeof found !== "string") return found.name;
  }
  return sensor;
}
