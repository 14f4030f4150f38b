import { Link } from "@tanstack/react-router";
import { Bookmark, ChartLine } from "lucide-react";
import { useCall } from "../../../api/queries.ts";
import { Card } from "../../../ui/card.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { useSensorLooks } from "../../device/sensor-looks.ts";
import { writeSensors } from "../chart-search.ts";
import { chartSensor, chosenSensors, referenceTo } from "../chart-sensor.ts";
import { useSavedCharts } from "../saved/use-saved-charts.ts";
import { SensorPicker } from "../sensor-picker.tsx";
import { useChosenSensors } from "../use-chosen-sensors.ts";
import { useDeviceSensors } from "../use-sensors.ts";

const recentMax = 6;
const recentlySeen = { sort: "last_connected", order: "desc", limit: recentMax } as const;

/** What to look at while no sensor is chosen: saved charts, and the devices that were seen last. */
export function ChartProposals() {
  const { toggle } = useChosenSensors([]);
  const devices = useCall("listDevices", { query: recentlySeen });
  return (
    <>
      <Card>
        <EmptyState
          icon={<ChartLine size={28} />}
          title="Which sensors do you want to see?"
          action={<SensorPicker device={null} own={[]} chosen={[]} onToggle={toggle} onDerive={null} />}
        >
          Compare sensors of any devices, or start with one of these charts.
        </EmptyState>
      </Card>
      <SavedCharts />
      <Loaded result={devices}>
        {({ items }) =>
          items.length === 0 ? null : (
            <Card title="Recently seen devices" isFlush>
              <ul>
                {items.map(({ uuid, name }) => (
                  <RecentDevice key={uuid} device={{ uuid, name }} />
                ))}
              </ul>
            </Card>
          )
        }
      </Loaded>
    </>
  );
}

const rowLooks =
  "flex min-h-10 items-center gap-2.5 border-t border-line px-4 py-1.5 text-sm first:border-t-0 hover:bg-hover";

function SavedCharts() {
  const { list } = useSavedCharts();
  const items = list.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Card title="Saved charts" isFlush>
      <ul>
        {items.map(({ uuid, name }) => (
          <li key={uuid}>
            <Link to="/charts" search={{ saved: uuid }} className={rowLooks}>
              <Bookmark size={14} aria-hidden className="shrink-0 text-muted" />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Leads to a chart of the first sensors that have data. */
function RecentDevice({ device }: { readonly device: { readonly uuid: string; readonly name: string } }) {
  const { items } = useDeviceSensors(device.uuid);
  const lookOf = useSensorLooks();
  const sensors = chosenSensors(
    items.map((sensor) => chartSensor(sensor, device, lookOf(sensor))),
    [],
    null,
  );
  if (sensors.length === 0) return null;
  return (
    <li>
      <Link to="/charts" search={{ sensors: writeSensors(sensors.map(referenceTo)) }} className={rowLooks}>
        <ChartLine size={14} aria-hidden className="shrink-0 text-muted" />
        <span className="font-medium">{device.name}</span>
        <span className="truncate text-muted">{sensors.map(({ name }) => name).join(", ")}</span>
      </Link>
    </li>
  );
}
