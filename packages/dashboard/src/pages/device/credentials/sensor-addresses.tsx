import { CopyText } from "../../../ui/copy.tsx";
import type { Column } from "../../../ui/record-table.tsx";
import { ResourceSection } from "../../../ui/resource-section.tsx";
import { NoSensors } from "../no-sensors.tsx";
import type { Sensor, useSensors } from "../use-device.ts";

const columns: readonly Column<Sensor>[] = [
  { head: "Sensor", className: "font-medium", cell: ({ name }) => name },
  { head: "Slug", cell: ({ slug }) => <CopyText text={slug} /> },
  { head: "UUID", isWide: true, cell: ({ uuid }) => <CopyText text={uuid} /> },
];

/** The names by which requests can address the sensors. */
export function SensorAddresses({
  list,
  needsUuid,
}: {
  readonly list: ReturnType<typeof useSensors>;
  readonly needsUuid: boolean;
}) {
  return (
    <ResourceSection
      title="Sensors"
      action={
        <span className="text-sm text-muted max-sm:hidden">
          {needsUuid
            ? "With the “stored” contract, URLs accept only the UUID."
            : "Requests name a sensor by its slug or its UUID, exactly as written here."}
        </span>
      }
      list={list}
      empty={() => <NoSensors />}
      label="Sensors and their addresses"
      items={list.items}
      idOf={({ uuid }) => uuid}
      columns={columns}
    />
  );
}
