import type { ReactNode } from "react";
import { nameCellClass, PlainTable, Td, Th, Tr } from "../../../ui/table.tsx";
import { DeviceStatus } from "../../devices/device-status.tsx";
import type { BoardDevice } from "../data/tile-queries.ts";
import { BoardLink } from "./board-link.tsx";

type ListedDevice = Pick<BoardDevice, "uuid" | "name" | "enabled" | "status">;

/** Devices by columns, as tables on boards show them. */
export function DeviceTable<Device extends ListedDevice>({
  title,
  columns,
  devices,
  cell,
  foot,
}: {
  readonly title: string;
  readonly columns: readonly { readonly key: string; readonly name: string; readonly isText?: boolean }[];
  readonly devices: readonly Device[];
  /** What a device shows in a column, by its place. */
  readonly cell: (device: Device, column: number) => ReactNode;
  /** Below the table, if there are more devices than it shows. */
  readonly foot: ReactNode;
}) {
  const align = (isText: boolean | undefined) => (isText ? "" : "text-right");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a focus, the keyboard could not scroll it.
    <section className="h-full overflow-auto" tabIndex={0} aria-label={title}>
      <PlainTable label={title}>
        <thead>
          <tr>
            <Th className="sticky top-0 left-0 z-20 bg-surface">Device</Th>
            <Th className="sticky top-0 z-10 bg-surface">Status</Th>
            {columns.map(({ key, name, isText }) => (
              <Th key={key} className={`sticky top-0 z-10 bg-surface ${align(isText)}`}>
                {name}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {devices.map((device) => (
            <Tr key={device.uuid}>
              {/* The name stays in sight while the columns scroll. */}
              <Td
                className={`sticky left-0 bg-surface h-9 min-w-28 max-md:max-w-36 md:min-w-44 ${nameCellClass}`}
              >
                <BoardLink to="/devices/$device" params={{ device: device.uuid }} className="hover:underline">
                  {device.name}
                </BoardLink>
              </Td>
              <Td className="h-9">
                <DeviceStatus device={device} />
              </Td>
              {columns.map(({ key, isText }, nth) => (
                <Td key={key} className={`h-9 max-w-64 ${isText ? "" : "min-w-20"} ${align(isText)}`}>
                  {cell(device, nth)}
                </Td>
              ))}
            </Tr>
          ))}
        </tbody>
      </PlainTable>
      {foot}
    </section>
  );
}

/** The cell of a device that has no such sensor. */
export const emptyCell = <span className="text-faint">–</span>;
