import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useCall } from "../../../api/queries.ts";
import { Person } from "../../../app/people.tsx";
import { useMay } from "../../../app/session.tsx";
import { messageText } from "../../../format/message-text.ts";
import { plural } from "../../../format/number.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Severity } from "../../../ui/severity.tsx";
import type { Alarm } from "../../records/alarm-state.tsx";
import { useAcknowledge } from "../../records/use-acknowledge.ts";
import { useDeviceUuid } from "../use-device.ts";

/** A button shows the others. */
const shownAlarms = 5;
const askedAlarms = 100;

export function useActiveAlarms() {
  const device = useDeviceUuid();
  return useCall("listAlarms", { query: { device, state: "active", limit: askedAlarms } });
}

/** The active alarms of the device. Shows nothing if there are none. */
export function ActiveAlarms() {
  const device = useDeviceUuid();
  const mayChange = useMay("editor");
  const { data } = useActiveAlarms();
  const [isAllShown, setIsAllShown] = useState(false);
  const acknowledge = useAcknowledge();
  if (data === undefined || data.items.length === 0) return null;
  const open = data.items.filter(({ state }) => state === "active");
  const alarms = [...open, ...data.items.filter(({ state }) => state !== "active")];
  const shown = isAllShown ? alarms : alarms.slice(0, shownAlarms);
  const isBusy = (id: number) => acknowledge.isPending && acknowledge.variables.includes(id);
  return (
    <Card
      title="Active alarms"
      isFlush
      action={
        <div className="flex items-center gap-3">
          {mayChange && open.length > 1 && (
            <Button
              size="small"
              isBusy={acknowledge.isPending}
              onClick={() => acknowledge.mutate(open.map(({ id }) => id))}
            >
              Acknowledge all
            </Button>
          )}
          <Link
            to="/alarms"
            search={{ device, state: "all" }}
            className="inline-flex min-h-6 items-center text-sm text-accent hover:underline"
          >
            History
          </Link>
        </div>
      }
    >
      <ul aria-label="Active alarms">
        {shown.map((alarm) => (
          <AlarmLine
            key={alarm.id}
            alarm={alarm}
            isBusy={isBusy(alarm.id)}
            onAcknowledge={mayChange ? () => acknowledge.mutate([alarm.id]) : null}
          />
        ))}
      </ul>
      {alarms.length > shown.length && (
        <div className="border-t border-line px-4 py-1.5">
          <Button size="small" look="quiet" onClick={() => setIsAllShown(true)}>
            Show {plural(alarms.length - shown.length, "more alarm")}
          </Button>
        </div>
      )}
    </Card>
  );
}

function AlarmLine({
  alarm: { id, severity, name, message, sensor, raised_at, state, acknowledged_by },
  isBusy,
  onAcknowledge,
}: {
  readonly alarm: Alarm;
  readonly isBusy: boolean;
  /** Null if the person may not do this. */
  readonly onAcknowledge: (() => void) | null;
}) {
  return (
    <li className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-4 py-1.5 text-sm last:border-b-0 max-sm:grid-cols-1 max-sm:gap-y-1.5">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3">
          <Severity severity={severity} />
          <Link
            to="/alarms/$alarm"
            params={{ alarm: String(id) }}
            className="inline-flex min-h-6 min-w-0 items-center font-medium wrap-anywhere hover:underline"
          >
            {name}
          </Link>
          {sensor !== null && <code className="font-mono text-xs text-muted">{sensor.slug}</code>}
          <span className="text-muted">
            <RelativeTime at={raised_at} />
          </span>
        </div>
        {message !== null && message !== "" && (
          <p className="text-muted wrap-anywhere line-clamp-2" title={messageText(message)}>
            {messageText(message)}
          </p>
        )}
      </div>
      {state === "acknowledged" ? (
        <span className="wrap-anywhere text-muted">
          Acknowledged by <Person by={acknowledged_by ?? ""} />
        </span>
      ) : (
        onAcknowledge !== null && (
          <Button
            size="small"
            className="max-sm:justify-self-start"
            aria-label={`Acknowledge ${name}`}
            isBusy={isBusy}
            onClick={onAcknowledge}
          >
            Acknowledge
          </Button>
        )
      )}
    </li>
  );
}
