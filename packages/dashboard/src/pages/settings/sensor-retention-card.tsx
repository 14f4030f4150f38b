import { useNavigate } from "@tanstack/react-router";
import { useCall } from "../../api/queries.ts";
import { useFilters } from "../../app/use-filters.ts";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/class-names.ts";
import { DevicePicker } from "../../ui/device-picker.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { type Column, RecordTable } from "../../ui/record-table.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { type KeptSensor, SensorKept } from "./sensor-kept.tsx";

/** The retention of the sensors of one device. The device is in the address. */
export function SensorRetentionCard({ accountDays }: { readonly accountDays: number | null | undefined }) {
  const [{ device }] = useFilters("device");
  const navigate = useNavigate();
  const choose = (uuid: string | undefined) =>
    void navigate({ to: "/settings/retention", search: { device: uuid } });
  return (
    <Card title="Individual sensors" isFlush>
      <div className={cx("px-4 py-3", device !== undefined && "border-b border-line")}>
        <DevicePicker device={device} none="Choose a device" onChoose={choose} className="max-w-80" />
      </div>
      {device !== undefined && <DeviceSensors device={device} accountDays={accountDays} />}
    </Card>
  );
}

function DeviceSensors({
  device,
  accountDays,
}: {
  readonly device: string;
  readonly accountDays: number | null | undefined;
}) {
  const sensors = useCall("listSensors", { params: { device }, query: { limit: 1000 } });
  const columns: readonly Column<KeptSensor>[] = [
    {
      head: "Sensor",
      isWide: true,
      cell: ({ name, slug }) => (
        <>
          <span className="font-medium">{name}</span> <code className="font-mono text-muted">{slug}</code>
        </>
      ),
    },
    {
      head: "Kept",
      label: "Kept",
      cell: (sensor) => <SensorKept device={device} sensor={sensor} accountDays={accountDays} />,
    },
  ];
  return (
    <Loaded result={sensors}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title="This device has no sensors" />
        ) : (
          <RecordTable
            label="How long readings of its sensors are kept"
            items={items}
            idOf={({ uuid }) => uuid}
            columns={columns}
          />
        )
      }
    </Loaded>
  );
}
