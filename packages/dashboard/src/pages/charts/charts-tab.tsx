import { useParams, useSearch } from "@tanstack/react-router";
import { Activity } from "lucide-react";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState, Failure, Loading } from "../../ui/states.tsx";
import { useSensorLooks } from "../device/sensor-looks.ts";
import { useDevice } from "../device/use-device.ts";
import { BatteryChart } from "./battery-chart.tsx";
import { readSensors } from "./chart-search.ts";
import { alertScopeOf, chartSensor } from "./chart-sensor.ts";
import { OpenInCharts } from "./place/open-in-charts.tsx";
import { SensorChart } from "./sensor-chart.tsx";
import { useDeviceSensors } from "./use-sensors.ts";

/** The device's sensors over time. */
export function ChartsTab() {
  const { device = "" } = useParams({ strict: false });
  const { items, isPending, isPlaceholderData, isError, error, refetch } = useDeviceSensors(device);
  const lookOf = useSensorLooks();
  const shown = useDevice().data;
  const { name: deviceName = "Device" } = shown ?? {};
  const search = useSearch({ strict: false });
  if (isPending || isPlaceholderData) return <Loading shape="chart" what="Loading sensors" />;
  if (isError) return <Failure error={error} onRetry={() => void refetch()} />;
  // A chart can be made of sensors of other devices alone.
  if (items.length === 0 && readSensors(search) === null) return <NoSensors device={device} />;
  const scope = shown && alertScopeOf(shown);
  const own = items.map((sensor) => chartSensor(sensor, null, lookOf(sensor), scope));
  return (
    <div className="flex flex-col gap-4">
      <SensorChart key={device} device={device} deviceName={deviceName} own={own} />
      <OpenInCharts device={device} own={own} />
      <BatteryChart key={`battery ${device}`} device={device} deviceName={deviceName} />
    </div>
  );
}

function NoSensors({ device }: { readonly device: string }) {
  return (
    <Card>
      <EmptyState
        icon={<Activity size={28} />}
        title="No sensors yet"
        action={
          <ButtonLink to="/devices/$device/sensors" params={{ device }} look="primary">
            Add a sensor
          </ButtonLink>
        }
      >
        Add a sensor to see its readings here.
      </EmptyState>
    </Card>
  );
}
