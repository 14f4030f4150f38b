import { Link } from "@tanstack/react-router";
import { dropReasons } from "@weir/protocol/drop-reasons";
import { reasonText } from "../../format/drop-reason.ts";
import { countText, percentText, plural } from "../../format/number.ts";
import { Card } from "../../ui/card.tsx";
import type { Statistics } from "./use-last-hours.ts";

/** Why readings were not taken in the last day. Each reason leads to the requests concerned, and all to the devices. */
export function RejectedCard({
  day,
  devices,
}: {
  readonly day: Statistics;
  /** How many were rejected in that time, or refused as a whole. */
  readonly devices: number;
}) {
  const { rejected, accepted, duplicates } = day.totals;
  const reasons = dropReasons
    .map(({ key, meaning }) => ({ key, meaning, count: rejected[key] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const total = reasons.reduce((sum, { count }) => sum + count, 0);
  const most = reasons[0]?.count ?? 1;
  const share = total / Math.max(1, total + accepted + duplicates);
  return (
    <Card
      title="Rejected, last 24 h"
      action={
        total > 0 && (
          <span className="text-sm text-muted">
            {countText(total)} · {percentText(share)}
          </span>
        )
      }
    >
      {total === 0 ? (
        <p className="text-sm text-muted">No reading was rejected.</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {reasons.map(({ key, meaning, count }) => (
            <li key={key} className="text-sm">
              <Link
                to="/activity"
                search={{ reason: key } as never}
                title={meaning.replaceAll("`", "“")}
                className="group flex justify-between gap-3"
              >
                <span className="first-letter:uppercase group-hover:underline inline-block">
                  {reasonText(key)}
                </span>
                <span>{countText(count)}</span>
              </Link>
              <div aria-hidden className="mt-1 h-1 rounded-full bg-sunken">
                <div
                  className="h-1 rounded-full bg-bad"
                  style={{ width: `${Math.max(2, (count / most) * 100)}%` }}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      {devices > 0 && (
        <Link
          to="/devices"
          search={{ status: "rejected" } as never}
          className="mt-3 inline-block text-sm text-accent hover:underline"
        >
          {plural(devices, "device")} refused or rejected
        </Link>
      )}
    </Card>
  );
}
