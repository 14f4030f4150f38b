import { Gauge } from "lucide-react";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ListState } from "../../ui/resource-section.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { More, Table, Td, Th, Tr } from "../../ui/table.tsx";
import { UnsetClock } from "../../ui/unset-clock.tsx";
import { Value } from "../../ui/value.tsx";
import { NoSensors } from "./no-sensors.tsx";
import { useSensorLooks } from "./sensor-looks.ts";
import { useDeviceUuid, useSensors } from "./use-device.ts";

/** The current value of each sensor: the saved reading with the latest time. */
export function LatestTab() {
  const uuid = useDeviceUuid();
  const list = useSensors();
  const lookOf = useSensorLooks();
  const hasNothing = list.items.every(({ latest }) => latest === null);
  return (
    <ListState list={list} isEmpty={list.items.length === 0} empty={<NoSensors />}>
      <div className="flex flex-col gap-4">
        <Card isFlush>
          <Table label="Latest values">
            <thead>
              <tr>
                <Th>Sensor</Th>
                <Th className="max-sm:hidden">Slug</Th>
                <Th className="text-right">Current Value</Th>
                <Th>Last updated</Th>
              </tr>
            </thead>
            <tbody>
              {list.items.map((sensor) => (
                <Tr key={sensor.uuid}>
                  <Td className="min-w-24 py-1.5 font-medium wrap-anywhere">{sensor.name}</Td>
                  <Td className="font-mono text-muted max-sm:hidden">{sensor.slug}</Td>
                  <Td className="py-1.5 text-right">
                    <Value value={sensor.latest?.value} {...lookOf(sensor)} />
                  </Td>
                  <Td className="py-1.5 text-muted">
                    {sensor.latest === null ? (
                      "No data"
                    ) : (
                      <>
                        <RelativeTime at={sensor.latest.at} />
                        <UnsetClock at={sensor.latest.at} />
                      </>
                    )}
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
          <More list={list} />
        </Card>
        {hasNothing && (
          <EmptyState
            icon={<Gauge size={24} />}
            title="No readings saved yet"
            action={
              <ButtonLink to="/devices/$device/credentials" params={{ device: uuid }}>
                How to send a reading
              </ButtonLink>
            }
          >
            Values appear here once the first reading is saved.
          </EmptyState>
        )}
      </div>
    </ListState>
  );
}
