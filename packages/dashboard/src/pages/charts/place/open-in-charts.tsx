import { Link, useSearch } from "@tanstack/react-router";
import { readLook, writeLook } from "../chart-look.ts";
import {
  readSensors,
  readWantedSpan,
  type SensorReference,
  writeSensors,
  writeWantedSpan,
} from "../chart-search.ts";
import { type ChartSensor, chosenSensors, referenceTo } from "../chart-sensor.ts";
import { usualPreset } from "../span.ts";

/** Leads from the chart of a device to the same chart in Charts. */
export function OpenInCharts({
  device,
  own,
}: {
  readonly device: string;
  readonly own: readonly ChartSensor[];
}) {
  const search = useSearch({ strict: false });
  const references = readSensors(search) ?? chosenSensors(own, [], null).map(referenceTo);
  const named = (sensors: readonly SensorReference[]) =>
    writeSensors(sensors.map((sensor) => ({ ...sensor, device: sensor.device ?? device })));
  const look = readLook(search);
  const hidden = (readSensors({ sensors: look.hidden.join(",") }) ?? []).map((one) => named([one]));
  return (
    <Link
      to="/charts"
      search={{
        saved: typeof search.saved === "string" ? search.saved : undefined,
        ...writeWantedSpan(readWantedSpan(search, usualPreset)),
        ...writeLook({ ...look, hidden }),
        sensors: named(references),
      }}
      className="self-start text-sm text-accent hover:underline"
    >
      Open in Charts
    </Link>
  );
}
