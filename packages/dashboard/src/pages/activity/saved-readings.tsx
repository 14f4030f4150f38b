import { Link } from "@tanstack/react-router";
import { plural } from "../../format/number.ts";
import { shortTime } from "../../format/time.ts";
import { ExactTime } from "../../ui/relative-time.tsx";
import { sensorCharts } from "../../ui/sensor-charts.ts";
import { Value } from "../../ui/value.tsx";
import type { RequestDetails } from "./outcome-words.ts";

type Saved = NonNullable<RequestDetails["readings"]["saved"]>[number];

/**
 * The saved readings of the request, as far as they are known: for each sensor the reading, or their number. Left out
 * if they equal the readings that were sent, because those are shown below.
 */
export function SavedReadings({ request: { device, readings } }: { readonly request: RequestDetails }) {
  const saved = readings.saved ?? [];
  if (saved.length === 0 || isAsSent(saved, readings.sent)) return null;
  const bySensor = Map.groupBy(saved, ({ sensor }) => sensor.uuid);
  return (
    <div className="grid gap-x-4 gap-y-1.5 border-b border-line px-4 py-2.5 text-sm md:grid-cols-[11rem_1fr]">
      <span className="text-muted">Saved</span>
      <ul aria-label="Saved readings" className="flex flex-wrap gap-x-6 gap-y-1">
        {[...bySensor].map(([uuid, ofSensor]) => (
          <SavedOfSensor key={uuid} readings={ofSensor} device={device} />
        ))}
      </ul>
    </div>
  );
}

function isAsSent(saved: readonly Saved[], sent: RequestDetails["readings"]["sent"]): boolean {
  if (sent === null) return false;
  const keyOf = (uuid: string | undefined, value: number) => `${uuid} ${value}`;
  const known = new Set(sent.map(({ sensor, value }) => keyOf(sensor?.uuid, value)));
  return saved.every(({ sensor, value }) => known.has(keyOf(sensor.uuid, value)));
}

function SavedOfSensor({
  readings,
  device,
}: {
  readonly readings: readonly Saved[];
  readonly device: RequestDetails["device"];
}) {
  const first = readings[0]!;
  const { slug } = first.sensor;
  const isOne = readings.length === 1;
  return (
    <li className="flex flex-wrap items-baseline gap-x-1.5">
      {device === null ? (
        <code className="font-mono">{slug}</code>
      ) : (
        <Link
          {...sensorCharts(device.uuid, slug)}
          className="font-mono break-all hover:text-accent hover:underline"
        >
          {slug}
        </Link>
      )}
      {isOne ? <Value value={first.value} /> : plural(readings.length, "reading")}
      <span className="whitespace-nowrap text-muted">
        {isOne ? "at " : "from "}
        <ExactTime at={first.at} text={shortTime} />
        {!isOne && (
          <>
            {" to "}
            <ExactTime at={readings.at(-1)!.at} text={shortTime} />
          </>
        )}
      </span>
    </li>
  );
}
