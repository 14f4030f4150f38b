import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCall } from "../../../api/queries.ts";
import type { CallAnswer } from "../../../api/route-types.ts";
import { reasonText } from "../../../format/drop-reason.ts";
import { countText, rateText } from "../../../format/number.ts";
import { rateMeaning } from "../../../format/rate-meaning.ts";
import { readingCounts } from "../../../format/reading-counts.ts";
import { Card } from "../../../ui/card.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { RateCurve } from "../../../ui/rate-curve.tsx";
import { ratePoints } from "../../../ui/rate-points.ts";
import { Since } from "../../../ui/since.tsx";
import { clockText, isClockRight } from "../../activity/clock-words.ts";
import { useDeviceUuid } from "../use-device.ts";

type Statistics = CallAnswer<"showDeviceStatistics">;

/** Hours, because older readings are only counted by the hour. */
const points = 24;

/** Shows whether the device sent all day, and what happened to its readings. */
export function DayStatistics() {
  const device = useDeviceUuid();
  const result = useCall(
    "showDeviceStatistics",
    { params: { device }, query: { points } },
    { refetchInterval: 30_000 },
  );
  return (
    <Card
      title="Last 24 hours"
      action={result.data === undefined ? undefined : <Since at={result.data.from} />}
    >
      <Loaded result={result}>{(statistics) => <Totals statistics={statistics} device={device} />}</Loaded>
    </Card>
  );
}

const troubles: ReadonlySet<string> = new Set(["Failed", "Rejected"]);

function Totals({ statistics, device }: { readonly statistics: Statistics; readonly device: string }) {
  const reasons = Object.entries(statistics.totals.rejected)
    .map(([reason, count = 0]) => [reason, count] as const)
    .sort(([, one], [, other]) => other - one);
  const offsetMs = statistics.clock_offset_ms;
  const curve = ratePoints(statistics, Date.now());
  const isAnything = curve.some((point) => point.accepted + point.rejected > 0);
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-3 gap-x-4 gap-y-3">
        {readingCounts(statistics.totals).map(({ name, count, meaning }) => (
          <Figure key={name} name={name} meaning={meaning} isTroubled={count > 0 && troubles.has(name)}>
            {countText(count)}
          </Figure>
        ))}
      </dl>
      <p title={rateMeaning} className="text-sm text-muted">
        {rateText(statistics.readings_per_minute)} readings per minute over the last 5 minutes
      </p>
      {isAnything && (
        <div>
          <p className="mb-2 text-sm text-muted">Readings per minute</p>
          <RateCurve points={curve} />
        </div>
      )}
      {reasons.length > 0 && (
        <ul aria-label="Rejected by reason" className="flex flex-col gap-1 text-sm">
          {reasons.map(([reason, count]) => (
            <li key={reason} className="flex justify-between gap-3">
              <Link
                to="/devices/$device/activity"
                params={{ device }}
                search={{ reason }}
                className="hover:underline"
              >
                Rejected: {reasonText(reason)}
              </Link>
              <span className="text-muted">{countText(count)}</span>
            </li>
          ))}
        </ul>
      )}
      {statistics.totals.ended > 0 && (
        <Link
          to="/devices/$device/activity"
          params={{ device }}
          search={{ reason: "not_saved" }}
          className="self-start text-sm text-accent hover:underline"
        >
          View requests with readings that were not saved
        </Link>
      )}
      {statistics.totals.dead > 0 && (
        <Link
          to="/system/dead-letters"
          search={{ device }}
          className="self-start text-sm text-accent hover:underline"
        >
          View failed readings
        </Link>
      )}
      {offsetMs !== null && !isClockRight(offsetMs) && (
        <p className="text-sm text-muted">
          The device’s clock is {clockText(-offsetMs)}. Its timestamps are corrected.
        </p>
      )}
      <Link
        to="/system/outbox"
        search={{ device }}
        className="self-start text-sm text-accent hover:underline"
      >
        Messages sent for its readings
      </Link>
    </div>
  );
}

function Figure({
  name,
  meaning,
  isTroubled,
  children,
}: {
  readonly name: string;
  readonly meaning: string;
  readonly isTroubled: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-col justify-between" title={meaning}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={`text-lg font-semibold ${isTroubled ? "text-warn" : ""}`}>{children}</dd>
    </div>
  );
}
