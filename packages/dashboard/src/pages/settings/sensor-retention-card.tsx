import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useCall } from "../../api/queries.ts";
import { useFilters } from "../../app/use-filters.ts";
import { plural } from "../../format/number.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { type Column, RecordTable } from "../../ui/record-table.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { type KeptSensor, SensorKept } from "./sensor-kept.tsx";

const foundMax = 8;

/** The retention of the sensors of one device. The device is in the address. */
export function SensorRetentionCard({ accountDays }: { readonly accountDays: number | null | undefined }) {
  const [{ device }] = useFilters("device");
  const navigate = useNavigate();
  const choose = (uuid: string | undefined) =>
    void navigate({ to: "/settings/retention", search: { device: uuid } });
  return (
    <Card title="Individual sensors" isFlush>
      {device === undefined ? (
        <DeviceChoice onChoose={choose} />
      ) : (
        <DeviceSensors device={device} accountDays={accountDays} onBack={() => choose(undefined)} />
      )}
    </Card>
  );
}

function DeviceChoice({ onChoose }: { readonly onChoose: (uuid: string) => void }) {
  const [search, setSearch] = useState("");
  const found = useCall(
    "listDevices",
    { query: { limit: foundMax, ...(search === "" ? {} : { search }) } },
    { keep: true },
  );
  return (
    <>
      <div className="border-b border-line p-3">
        <SearchInput label="Find a device" value={search} onSearch={setSearch} className="max-w-80" />
      </div>
      <Loaded result={found}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={search === "" ? "No devices yet" : "No devices match"} />
          ) : (
            <ul>
              {items.map(({ uuid, name, sensor_count }) => (
                <li key={uuid} className="border-b border-line last:border-b-0">
                  <button
                    type="button"
                    onClick={() => onChoose(uuid)}
                    className="flex h-10 w-full items-center justify-between gap-3 px-4 text-left text-sm hover:bg-hover"
                  >
                    <span className="truncate font-medium">{name}</span>
                    <span className="text-muted">{plural(sensor_count, "sensor")}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function DeviceSensors({
  device,
  accountDays,
  onBack,
}: {
  readonly device: string;
  readonly accountDays: number | null | undefined;
  readonly onBack: () => void;
}) {
  const shown = useCall("showDevice", { params: { device } });
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
    <>
      <div className="flex min-h-11 items-center justify-between gap-3 border-b border-line px-4 py-1.5 text-sm">
        <span className="truncate font-medium">{shown.data?.name ?? "…"}</span>
        <Button size="small" look="quiet" onClick={onBack}>
          Another device
        </Button>
      </div>
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
    </>
  );
}
