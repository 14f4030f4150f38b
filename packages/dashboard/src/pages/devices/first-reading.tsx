import { Link } from "@tanstack/react-router";
import type { LiveRequest } from "@weir/protocol/manage/live-events";
import { CircleCheck, CircleX, Copy, Radio } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLive, useLiveState } from "../../api/live.ts";
import { isFromUnsetClock } from "../../format/unset-clock.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { UnsetClock } from "../../ui/unset-clock.tsx";
import { Value } from "../../ui/value.tsx";
import { requestOf } from "../activity/live-request.ts";
import { outcomeText, type Request, shortExplanation, verdictOf } from "../activity/outcome-words.ts";
import { useSensorLooks } from "../device/sensor-looks.ts";
import { useArrivedValues } from "./use-arrived-values.ts";

/** Waits for the first reading of the device and shows what arrives: the value, or why it was not accepted. */
export function FirstReading({
  deviceUuid,
  onArrived,
}: {
  readonly deviceUuid: string;
  readonly onArrived?: () => void;
}) {
  const { values, sensors } = useArrivedValues(deviceUuid, onArrived);
  const [unsaved, setUnsaved] = useState<Request | null>(null);
  const isAway = useLiveState().is === "away";
  const lookOf = useSensorLooks();
  const hear = (event: LiveRequest) => {
    if (event.device !== deviceUuid) return;
    const request = requestOf(event);
    setUnsaved(verdictOf(request).tone !== "ok" || request.accepted === 0 ? request : null);
  };
  useLive("activity", hear);
  useLive("outcome", hear);
  return (
    // Reserves the final height, so that nothing below moves.
    <div aria-live="polite" className="flex min-h-30 flex-col gap-2 text-sm">
      {values.length === 0 && (
        // It may take hours, so nothing spins meanwhile.
        <Line icon={<Radio size={16} aria-hidden className="animate-pulse text-muted" />}>
          <span className="text-muted">
            {isAway ? "Connecting to the server…" : "Waiting for the first reading…"}
          </span>
        </Line>
      )}
      {values.map((value) => {
        const sensor = sensors.find(({ uuid }) => uuid === value.sensor);
        return (
          <Line
            key={`${value.sensor} ${value.at}`}
            icon={<CircleCheck size={16} aria-hidden className="text-ok" />}
          >
            <code className="font-mono">{value.slug}</code>
            <Value value={value.value} {...(sensor && lookOf(sensor))} />
            <span className="text-muted">
              {isFromUnsetClock(value.at) ? "saved with the time " : "saved "}
              <RelativeTime at={value.at} />
            </span>
            <UnsetClock at={value.at} />
          </Line>
        );
      })}
      {unsaved !== null && <Unsaved request={unsaved} />}
    </div>
  );
}

/** Why nothing new was saved, or not all of it. */
function Unsaved({ request }: { readonly request: Request }) {
  if (verdictOf(request).tone === "ok") {
    return (
      <Line icon={<Copy size={16} aria-hidden className="text-muted" />}>
        <span>The same value arrived again. It’s a duplicate, so it isn’t saved twice.</span>
      </Line>
    );
  }
  const explanation = shortExplanation(request);
  return (
    <Line icon={<CircleX size={16} aria-hidden className="text-bad" />}>
      <span>
        {outcomeText(request)}
        {explanation !== null && ` — ${explanation}`}
      </span>
      <Link to="/activity/$request" params={{ request: request.id }} className="text-accent hover:underline">
        See why
      </Link>
    </Line>
  );
}

function Line({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-2">
      {icon}
      {children}
    </div>
  );
}
