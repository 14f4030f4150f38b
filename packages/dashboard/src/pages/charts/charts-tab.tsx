import { useParams } from "@tanstack/react-router";
import { Activity } from "lucide-react";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState, Failure, Loading } from "../../ui/states.tsx";
import { useSensorLooks } from "../device/sensor-looks.ts";
import { useDevice } from "../device/use-device.ts";
import { BatteryChart } from "./battery-chart.tsx";
import { SensorChart } from "./sensor-chart.tsx";
import { chartSensor, useDeviceSensors } from "./use-sensors.ts";

/** The device's sensors over time. */
export function ChartsTab() {
  const { device = "" } = useParams({ strict: false });
  const { items, isPending, isPlaceholderData, isError, error, refetch } = useDeviceSensors(device);
  const lookOf = useSensorLooks();
  const { name: deviceName = "Device", group = null } = useDevice().data ?? {};
  if (isPending || isPlaceholderData) return <Loading what="Loading sensors" />;
  if (isError) return <Failure error={error} onRetry={() => void refetch()} />;
  if (items.length === 0) return <NoSensors device={device} />;
  const own = items.map((sensor) => chartSensor(sensor, null, lookOf(sensor), group));
  return (
    <div className="flex flex-col gap-4">
      <SensorChart key={device} {...{ device, deviceName, own }} />
      <BatteryChart key={`battery ${device}`} {...{ device, deviceName }} />
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
          <ButtonLink to={`/devices/${device}/sensors`} look="primary">
            Add a sensor
          </ButtonLink>
        }
      >
        Add a sensor to see its readings here.
      </EmptyState>
    </Card>
  );
}
