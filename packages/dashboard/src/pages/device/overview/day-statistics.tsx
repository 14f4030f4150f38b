import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCall } from "../../../api/queries.ts";
import type { CallAnswer } from "../../../api/route-types.ts";
import { reasonText } from "../../../format/drop-reason.ts";
import { countText, plural, rateText } from "../../../format/number.ts";
import { rateMeaning } from "../../../format/rate-meaning.ts";
import { Card } from "../../../ui/card.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { RateCurve } from "../../../ui/rate-curve.tsx";
import { ratePoints } from "../../../ui/rate-points.ts";
import { clockText, isClockRight } from "../../activity/clock-words.ts";
import { useDeviceUuid } from "../use-device.ts";

type Statistics = CallAnswer<"showDeviceStatistics">;

/** Hours: what is older than some hours is counted no finer. */
const points = 24;

/** Whether it sent all day, and where its readings went. */
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
      action={
        result.data === undefined ? undefined : (
          <span title={rateMeaning} className="text-sm text-muted">
            {rateText(result.data.readings_per_minute)} readings/min
          </span>
        )
      }
    >
      <Loaded result={result}>{(statistics) => <Totals statistics={statistics} device={device} />}</Loaded>
    </Card>
  );
}

function Totals({ statistics, device }: { readonly statistics: Statistics; readonly device: string }) {
  const { accepted, duplicates, rejected, saved, already_stored: alreadyStored, gap } = statistics.totals;
  const reasons = Object.entries(rejected)
    .map(([reason, count = 0]) => [reason, count] as const)
    .sort(([, one], [, other]) => other - one);
  const rejectedCount = reasons.reduce((sum, [, count]) => sum + count, 0);
  const offsetMs = statistics.clock_offset_ms;
  const curve = ratePoints(statistics, Date.now());
  // In its first hour a device has sent something, and yet there is nothing to draw: that hour is still going on.
  const isAnything = curve.some((point) => point.accepted + point.rejected > 0);
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-3 gap-x-4 gap-y-3">
        <Figure name="Accepted">{countText(accepted)}</Figure>
        <Figure name="Saved">{countText(saved)}</Figure>
        {alreadyStored > 0 && <Figure name="Already stored">{countText(alreadyStored)}</Figure>}
        <Figure name="Not saved" isTroubled={gap > 0}>
          {countText(gap)}
        </Figure>
        <Figure name="Duplicates">{countText(duplicates)}</Figure>
        <Figure name="Rejected" isTroubled={rejectedCount > 0}>
          {countText(rejectedCount)}
        </Figure>
      </dl>
      {isAnything && (
        <div>
          <p className="mb-2 text-sm text-muted">Readings a minute</p>
          <RateCurve points={curve} />
        </div>
      )}
      {reasons.length > 0 && (
        <ul aria-label="Rejected by reason" className="flex flex-col gap-1 text-sm">
          {reasons.map(([reason, count]) => (
            <li key={reason} className="flex justify-between gap-3">
              <Link
                to={`/devices/${device}/activity`}
                search={{ reason } as never}
                className="hover:underline"
              >
                Rejected: {reasonText(reason)}
              </Link>
              <span className="text-muted">{countText(count)}</span>
            </li>
          ))}
        </ul>
      )}
      {gap > 0 && <Gap totals={statistics.totals} device={device} />}
      {offsetMs !== null && !isClockRight(offsetMs) && (
        <p className="text-sm text-muted">
          The device's clock is {clockText(-offsetMs)}; times are corrected.
        </p>
      )}
      <Link
        to="/alarms/outbox"
        search={{ device } as never}
        className="self-start text-sm text-accent hover:underline"
      >
        Messages its readings caused
      </Link>
    </div>
  );
}

function Gap({
  totals: { gap, ended, dead },
  device,
}: {
  readonly totals: Statistics["totals"];
  readonly device: string;
}) {
  const rest = gap - ended - dead;
  return (
    <p className="text-sm text-muted">
      {[
        ended > 0 && `${plural(ended, "reading")} ended by the rule chain`,
        dead > 0 && `${plural(dead, "reading")} failed in it`,
        rest > 0 && `${plural(rest, "reading")} still on the way`,
      ]
        .filter(Boolean)
        .join(", ")}
      .{" "}
      {dead > 0 && (
        <Link to="/alarms/dead-letters" search={{ device } as never} className="text-accent underline">
          See the failed ones
        </Link>
      )}
    </p>
  );
}

function Figure({
  name,
  isTroubled = false,
  children,
}: {
  readonly name: string;
  readonly isTroubled?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-col">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={`text-lg font-semibold ${isTroubled ? "text-warn" : ""}`}>{children}</dd>
    </div>
  );
}
