import { countText } from "../../format/number.ts";
import { readingCounts } from "../../format/reading-counts.ts";
import { Card } from "../../ui/card.tsx";
import { Since } from "../../ui/since.tsx";
import { FigureRow } from "./figure-row.tsx";
import type { Statistics } from "./use-last-hours.ts";

/** Where the readings behind a count can be looked at. */
const pages: Readonly<Record<string, { readonly to: string; readonly search?: Record<string, string> }>> = {
  Accepted: { to: "/activity" },
  "Not saved": { to: "/activity", search: { reason: "not_saved" } },
  Failed: { to: "/alarms/dead-letters" },
  Duplicates: { to: "/activity", search: { reason: "dropped_duplicate" } },
};

/** What became of a day's readings. */
export function WayCard({ day }: { readonly day: Statistics }) {
  return (
    <Card title="Readings, last 24 h" action={<Since at={day.from} />}>
      <dl className="flex flex-col gap-1.5 text-sm">
        {readingCounts(day.totals).map(({ name, count, meaning }) => (
          <FigureRow key={name} name={name} title={meaning} {...pages[name]}>
            {countText(count)}
          </FigureRow>
        ))}
      </dl>
    </Card>
  );
}
