import { Link } from "@tanstack/react-router";
import { usePublicUrl } from "../../../app/session.tsx";
import type { SensorLook } from "../../../format/sensor-look.ts";
import { CopyButton } from "../../../ui/copy.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { sensorCharts } from "../../../ui/sensor-charts.ts";
import { Sparkline } from "../../../ui/sparkline.tsx";
import { valueScale } from "../../../ui/sparkline-scale.ts";
import { UnsetClock } from "../../../ui/unset-clock.tsx";
import { Value } from "../../../ui/value.tsx";
import { AlertMeButton } from "../../alert-me/alert-me-button.tsx";
import { curlSnippet } from "../snippets/curl-snippet.ts";
import { snippetTarget } from "../snippets/snippet-target.ts";
import { useCopiedSnippet } from "../snippets/use-copied-snippet.ts";
import type { Device, Sensor } from "../use-device.ts";

/** A sensor at a glance: its value, its age, and the last day. */
export function SensorCard({
  device,
  sensor,
  look,
  curve,
}: {
  readonly device: Device;
  readonly sensor: Sensor;
  readonly look: SensorLook;
  readonly curve: readonly (number | null)[] | undefined;
}) {
  const { latest } = sensor;
  return (
    <article className="flex min-h-28 flex-col justify-between gap-2 rounded-lg border border-line bg-surface p-4">
      <header className="flex items-center justify-between gap-2">
        <h3 className="truncate text-sm font-medium">
          <Link {...sensorCharts(device.uuid, sensor.slug)} className="hover:underline">
            {sensor.name}
          </Link>
        </h3>
        {/* No higher than the heading, so that the card stays as it is. */}
        <span className="-my-1.5 -mr-1.5 inline-flex">
          <AlertMeButton device={device.uuid} sensor={sensor.uuid} name={sensor.name} />
        </span>
      </header>
      {latest === null ? (
        <NoData device={device} sensor={sensor} />
      ) : (
        <>
          <div className="flex min-h-8 items-end justify-between gap-3">
            <Value value={latest.value} {...look} isLarge />
            {curve !== undefined && pointsOf(curve) > 1 && (
              <Sparkline
                values={curve}
                scale={(values) => valueScale(values, look.decimals)}
                width={112}
                height={28}
                label={`${sensor.name}, last 24 hours`}
              />
            )}
          </div>
          <p className="text-sm text-muted">
            Last updated <RelativeTime at={latest.at} />
          </p>
          <UnsetClock at={latest.at} />
        </>
      )}
    </article>
  );
}

function pointsOf(curve: readonly (number | null)[]): number {
  return curve.filter((value) => value !== null).length;
}

/** Shows a command that sends the first reading. */
function NoData({ device, sensor }: { readonly device: Device; readonly sensor: Sensor }) {
  const publicUrl = usePublicUrl();
  const target = snippetTarget({
    publicUrl,
    shape: "single",
    deviceUuid: device.uuid,
    token: null,
    sensors: [sensor],
    needsUuid: device.contract === "stored",
    nowMs: 0,
  });
  const copied = useCopiedSnippet(device.uuid, target, curlSnippet);
  return (
    <>
      <Value value={null} />
      <div className="flex items-center gap-1 rounded-md bg-sunken pl-2 text-muted">
        <code className="min-w-0 flex-1 truncate font-mono text-xs">
          curl …/sensors/{sensor.slug}/readings
        </code>
        <CopyButton text={copied} label={`Copy the command that sends to ${sensor.name}`} />
      </div>
      <p className="text-sm">
        <Link
          to="/devices/$device/credentials"
          params={{ device: device.uuid }}
          className="text-accent hover:underline"
        >
          Send the first reading
        </Link>
      </p>
    </>
  );
}
