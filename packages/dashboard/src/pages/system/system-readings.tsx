import { countText } from "../../format/number.ts";
import { readingCounts } from "../../format/reading-counts.ts";
import { Card } from "../../ui/card.tsx";
import { Since } from "../../ui/since.tsx";
import type { SystemStatus } from "./system-status.ts";

/** The fates of the readings of all accounts: in the last day, counted as on Home, and since the installation. */
export function SystemReadings({ system: { last_day, totals } }: { readonly system: SystemStatus }) {
  const day = readingCounts(last_day.totals);
  return (
    <Card title="Readings">
      <table aria-label="Readings" className="w-full text-sm">
        <thead>
          <tr className="text-muted">
            <th className="text-left font-normal" scope="col">
              <span className="sr-only">Count</span>
            </th>
            <th className="pb-2 pl-4 text-right font-normal" scope="col">
              Last 24 hours
              <br />
              <Since at={last_day.from} />
            </th>
            <th className="pb-2 pl-4 text-right align-top font-normal" scope="col">
              Since installation
            </th>
          </tr>
        </thead>
        <tbody>
          {readingCounts(totals).map(({ name, count, meaning }, place) => (
            <tr key={name} title={meaning}>
              <th className="py-1 text-left font-normal text-muted" scope="row">
                {name}
              </th>
              <td className="py-1 pl-4 text-right font-medium tabular-nums">
                {countText(day[place]!.count)}
              </td>
              <td className="py-1 pl-4 text-right tabular-nums">
                {count === null ? "unknown" : countText(count)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
