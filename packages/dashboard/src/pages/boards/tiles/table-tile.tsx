import { Link } from "@tanstack/react-router";
import { Table, Td, Th, Tr } from "../../../ui/table.tsx";
import { Value } from "../../../ui/value.tsx";
import { useSensorLooks } from "../../device/sensor-looks.ts";
import { DeviceStatus } from "../../devices/device-status.tsx";
import { type BoardData, useBoardData } from "../data/board-data.ts";
import type { BoardDevice, Lookup } from "../data/use-board-devices.ts";
import { type ShownDevices, shownDevices, type TileOf } from "../model/board.ts";
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a focus, the keyboard could not scroll it.
    <section className="h-full overflow-auto" tabIndex={0} aria-label={title}>
      <Table label={title}>
        <thead>
          <tr>
            <Th className="sticky top-0 bg-surface">Device</Th>
            <Th className="sticky top-0 bg-surface">Status</Th>
            {sensors.map((sensor) => (
              <Th key={sensor} className="sticky top-0 bg-surface text-right">
                {columnName(sensor, list.devices, data)}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.devices.map((device) => (
            <Tr key={device.uuid}>
              <Td className="h-9 font-medium wrap-anywhere">
                <Link to={`/devices/${device.uuid}`} className="hover:underline">
                  {device.name}
                </Link>
              </Td>
              <Td className="h-9">
                <DeviceStatus device={device} />
              </Td>
              {sensors.map((sensor) => (
                <Td key={sensor} className="h-9 text-right">
                  <SensorValue device={device.uuid} sensor={sensor} />
                </Td>
              ))}
            </Tr>
          ))}
        </tbody>
      </Table>
      {list.hasMore && (
        <p className="px-4 py-2 text-sm">
          <Link
            to="/devices"
            search={(shown.kind === "group" ? { group: shown.group } : {}) as never}
            className="text-accent hover:underline"
          >
            All devices
          </Link>
        </p>
      )}
    </section>
  );
}

function SensorValue({ device, sensor }: { readonly device: string; readonly sensor: string }) {
  const found = useBoardData().sensorOf(device, sensor);
  const lookOf = useSensorLooks();
  // A device without this sensor has an empty cell.
  if (typeof found === "string") return <span className="text-faint">–</span>;
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
