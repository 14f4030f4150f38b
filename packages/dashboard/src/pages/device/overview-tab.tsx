import { Link } from "@tanstack/react-router";
import { countText } from "../../format/number.ts";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/class-names.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { ListState } from "../../ui/resource-section.tsx";
import { NoSensors } from "./no-sensors.tsx";
import { ActiveAlarms, useActiveAlarms } from "./overview/active-alarms.tsx";
import { useDayCurves } from "./overview/day-curves.ts";
import { DayStatistics } from "./overview/day-statistics.tsx";
import { RecentRequests, useRecentRequests } from "./overview/recent-requests.tsx";
import { SaveWarning } from "./overview/save-warning.tsx";
import { SensorCard } from "./overview/sensor-card.tsx";
import { useSensorLooks } from "./sensor-looks.ts";
import { type Device, useDevice, useSensors } from "./use-device.ts";

/** The overview shows at most this many sensors. The tab of latest values lists all of them. */
const cardsShown = 12;

/** Did my reading arrive, and if not, why? */
export function OverviewTab() {
  const device = useDevice();
  const sensors = useSensors();
  const requests = useRecentRequests();
  const alarms = useActiveAlarms();
  return (
    <Loaded result={device} shape="card">
      {(shown) => (
        <div className="flex flex-col gap-4">
          <SaveWarning chain={shown.applicable_chain} />
          <ActiveAlarms />
          {/* Shown in its place, which depends on how much room the alarms take. */}
          <div className={cx(alarms.isPending && "invisible")}>
            <SensorCards device={shown} />
          </div>
          {/* Shown in its place, which depends on how much room the sensors take, and on a phone the requests. */}
          <div
            className={cx(
              "grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] items-start gap-4 max-lg:grid-cols-1",
              (alarms.isPending || sensors.isPending || requests.isPending) && "invisible",
            )}
          >
            <RecentRequests />
            <DayStatistics />
          </div>
        </div>
      )}
    </Loaded>
  );
}

function SensorCards({ device }: { readonly device: Device }) {
  const list = useSensors();
  const lookOf = useSensorLooks();
  const shown = list.items.slice(0, cardsShown);
  const curves = useDayCurves(shown);
  const none = (
    <Card>
      <NoSensors />
    </Card>
  );
  return (
    <ListState list={list} isEmpty={list.items.length === 0} empty={none}>
      <section aria-labelledby="sensors-heading" className="flex flex-col gap-3">
        <h2 id="sensors-heading" className="sr-only">
          Sensors
        </h2>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-4">
          {shown.map((sensor) => (
            <SensorCard
              key={sensor.uuid}
              device={device}
              sensor={sensor}
              look={lookOf(sensor)}
              curve={curves.get(sensor.uuid)}
            />
          ))}
        </div>
        {device.sensor_count > shown.length && (
          <Link
            to="/devices/$device/latest"
            params={{ device: device.uuid }}
            className="text-sm text-accent hover:underline"
          >
            All {countText(device.sensor_count)} sensors
          </Link>
        )}
      </section>
    </ListState>
  );
}
