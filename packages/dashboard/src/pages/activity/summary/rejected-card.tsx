import { Link } from "@tanstack/react-router";
import { dropReasons } from "@weir/protocol/drop-reasons";
import { refusalCodes } from "@weir/protocol/request-reasons";
import { reasonText } from "../../../format/drop-reason.ts";
import { countText, percentText, plural } from "../../../format/number.ts";
import { Card } from "../../../ui/card.tsx";
import { refusalCodeText } from "../refusal-words.ts";
import { type CountedReason, ReasonList } from "./reason-list.tsx";
import type { Statistics } from "./use-last-hours.ts";

/**
 * Why readings were rejected and requests were refused in the last day. The number of readings in a refused request is
 * not known, so the two are counted separately.
 */
export function RejectedCard({
  day,
  devices,
}: {
  readonly day: Statistics;
  /** How many readings were rejected or requests refused in that time. */
  readonly devices: number;
}) {
  const { rejected, accepted, duplicates } = day.totals;
  const readings: CountedReason[] = dropReasons
    .map(({ key, meaning }) => ({
      key,
      words: reasonText(key),
      meaning: meaning.replaceAll("`", "“"),
      count: rejected[key] ?? 0,
    }))
    .filter(({ count }) => count > 0);
  const requests: CountedReason[] = refusalCodes
    .map((key) => ({ key, words: refusalCodeText(key) ?? key, count: day.refused_requests[key] ?? 0 }))
    .filter(({ count }) => count > 0);
  const total = sumOf(readings);
  const share = total / Math.max(1, total + accepted + duplicates);
  return (
    <Card title="Rejected">
      <div className="flex flex-col gap-4">
        {readings.length + requests.length === 0 && (
          <p className="text-sm text-muted">No readings rejected, no requests refused.</p>
        )}
        {readings.length > 0 && (
          <ReasonList
            title="Readings rejected"
            aside={`${countText(total)} · ${percentText(share)}`}
            reasons={readings}
          />
        )}
        {requests.length > 0 && (
          <ReasonList title="Requests refused" aside={countText(sumOf(requests))} reasons={requests} />
        )}
        {devices > 0 && (
          <Link
            to="/devices"
            search={{ status: "rejected" }}
            className="self-start text-sm text-accent hover:underline"
          >
            {plural(devices, "device")} with rejected requests
          </Link>
        )}
      </div>
    </Card>
  );
}

function sumOf(reasons: readonly CountedReason[]): number {
  return reasons.reduce((sum, { count }) => sum + count, 0);
}
