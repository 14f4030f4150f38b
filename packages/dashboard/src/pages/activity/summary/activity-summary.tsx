import { useLive } from "../../../api/live.ts";
import { useCall } from "../../../api/queries.ts";
import { usePacedRefresh } from "../../../api/use-paced-refresh.ts";
import { countText, plural, rateText } from "../../../format/number.ts";
import { rateMeaning } from "../../../format/rate-meaning.ts";
import { readingCounts, rejectedCount } from "../../../format/reading-counts.ts";
import { Card } from "../../../ui/card.tsx";
import type { Destination } from "../../../ui/destination.ts";
import { Since } from "../../../ui/since.tsx";
import { useIsNarrow } from "../../../ui/use-is-narrow.ts";
import { FigureRow } from "./figure-row.tsx";
import { RateCard } from "./rate-card.tsx";
import { RejectedCard } from "./rejected-card.tsx";
import { type Statistics, useLastHours } from "./use-last-hours.ts";

/** Counting takes the server a moment, so counts are reloaded at most this often, however many requests arrive. */
const countEveryMs = 3000;
const refreshMs = 15_000;

/** What arrived in the last day, of all devices: how much, how fast, and what was rejected and why. */
export function ActivitySummary() {
  const countAgain = usePacedRefresh(["countDevices", "showStatistics"], countEveryMs);
  useLive("activity", countAgain);
  const day = useLastHours("24h").data;
  const { data: devices } = useCall("countDevices", {}, { refetchInterval: refreshMs });
  // On a phone, the cards would push the requests out of sight.
  const isOpen = !useIsNarrow();
  return (
    <details open={isOpen} className="group mb-4">
      <summary className="mb-3 min-h-6 cursor-pointer max-md:min-h-11 text-sm text-muted select-none">
        <h2 className="inline font-semibold text-text">Last 24 hours</h2>{" "}
        {day === undefined ? <DayWordsPlace /> : <DayWords day={day} />}
      </summary>
      {/* Of a fixed height, so that the requests below stay where they are. */}
      <div className="grid gap-4 md:grid-cols-2 md:*:h-64 md:*:overflow-y-auto md:max-lg:*:first:col-span-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <RateCard />
        {day === undefined ? (
          <Card title="Rejected">{null}</Card>
        ) : (
          <RejectedCard day={day} devices={devices?.troubled ?? 0} />
        )}
        {day === undefined ? <Card title="Readings">{null}</Card> : <WayCard day={day} />}
      </div>
    </details>
  );
}

/** "3.2 readings per minute · 2 of 38 accepted not saved · 4 rejected". */
function DayWords({ day: { readings_per_minute, totals } }: { readonly day: Statistics }) {
  const rejected = rejectedCount(totals);
  const { ended, accepted } = totals;
  return (
    <>
      <span title={rateMeaning}>{rateText(readings_per_minute)} readings per minute</span>
      {` · ${plural(accepted, "reading")} accepted`}
      {ended > 0 && (
        <span
          className={isNothingSaved(totals) ? "text-warn" : undefined}
        >{` · ${countText(ended)} not saved`}</span>
      )}
      {rejected > 0 && ` · ${countText(rejected)} rejected`}
    </>
  );
}

/** About as much text, so that the line is as high as it will be. */
function DayWordsPlace() {
  return (
    <span aria-hidden className="invisible">
      {rateText(0)} readings per minute · {plural(0, "reading")} accepted
    </span>
  );
}

function isNothingSaved({ accepted, saved, already_stored }: Statistics["totals"]): boolean {
  return accepted > 0 && saved + already_stored === 0;
}

/** Links to the readings behind each count. */
const pages: Readonly<Record<string, Destination>> = {
  Accepted: { to: "/activity" },
  "Not saved": { to: "/activity", search: { reason: "not_saved" } },
  Failed: { to: "/system/dead-letters" },
  Duplicates: { to: "/activity", search: { reason: "dropped_duplicate" } },
};

/** The fates of a day's readings. */
function WayCard({ day }: { readonly day: Statistics }) {
  return (
    <Card title="Readings" action={<Since at={day.from} />}>
      <dl className="flex flex-col gap-1.5 text-sm">
        {readingCounts(day.totals).map(({ name, count, meaning }) => (
          <FigureRow key={name} name={name} title={meaning} page={pages[name]}>
            {countText(count)}
          </FigureRow>
        ))}
      </dl>
    </Card>
  );
}
