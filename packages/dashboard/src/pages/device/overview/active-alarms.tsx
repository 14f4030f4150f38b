import { Link } from "@tanstack/react-router";
import { useCall } from "../../../api/queries.ts";
import { Card } from "../../../ui/card.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Severity } from "../../../ui/severity.tsx";
import { useDeviceUuid } from "../use-device.ts";

const shownAlarms = 5;

/** Alarms of the device that are not over. Nothing is shown where there are none: that is how it should be. */
export function ActiveAlarms() {
  const device = useDeviceUuid();
  const { data } = useCall("listAlarms", { query: { device, state: "active", limit: shownAlarms } });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Card
      title="Active alarms"
      isFlush
      action={
        <Link to="/alarms" search={{ device } as never} className="text-sm text-accent hover:underline">
          All alarms
        </Link>
      }
    >
      <ul>
        {data.items.map(({ id, severity, name, message, sensor, raised_at, state }) => (
          <li
            key={id}
            className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 text-sm last:border-b-0"
          >
            <Severity severity={severity} />
            <span className="font-medium">{name}</span>
            <span className="min-w-0 flex-1 truncate text-muted" title={message ?? undefined}>
              {message}
            </span>
            {sensor !== null && <code className="font-mono text-xs text-muted">{sensor.slug}</code>}
            <span className="text-muted">
              {state === "acknowledged" && "seen · "}
              <RelativeTime at={raised_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
