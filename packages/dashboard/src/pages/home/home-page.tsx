import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useLive } from "../../api/live.ts";
import { refresh, useCall } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { countText } from "../../format/number.ts";
import { readingCounts } from "../../format/reading-counts.ts";
import { Card } from "../../ui/card.tsx";
import type { Destination } from "../../ui/destination.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { RateCurve } from "../../ui/rate-curve.tsx";
import { ratePoints } from "../../ui/rate-points.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { Since } from "../../ui/since.tsx";
import { AttentionCard } from "./attention-card.tsx";
import { FigureRow } from "./figure-row.tsx";
import { Figures } from "./figures.tsx";
import { FirstRun } from "./first-run.tsx";
import { RejectedCard } from "./rejected-card.tsx";
import { type DeviceCounts, useCounts, useHealthFollowsLive, useUnseenAlarms } from "./use-health.ts";
import type { Statistics } from "./use-last-hours.ts";
import { type Range, ranges, useLastHours } from "./use-last-hours.ts";
import { WaitingCard } from "./waiting-card.tsx";

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
    <Card title="Readings, last 24 h" action={<Since at={day.from} />}>
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

const refreshMs = 15_000;

/** Answers "Is everything all right?" and, until the first reading, "How do I send one?" */
export function HomePage() {
  const counts = useCall("countDevices", {}, { refetchInterval: refreshMs });
  return (
    <Page title="Home">
      <Loaded result={counts} what="Loading">
        {(known) => <Home counts={known} />}
      </Loaded>
    </Page>
  );
}

function Home({ counts }: { readonly counts: DeviceCounts }) {
  const isNew = counts.online + counts.offline + counts.disabled === 0;
  // A person who has just sent the first reading sees it arrive, and continues when they like.
  const [isGuided, setIsGuided] = useState(isNew);
  useLive("device", () => {
    if (isNew) void refresh("countDevices");
  });
  const mayEdit = useMay("editor");
  if (isGuided && (isNew || mayEdit)) return <FirstRun hasSent={!isNew} onDone={() => setIsGuided(false)} />;
  return <Health counts={counts} />;
}

function Health({ counts }: { readonly counts: DeviceCounts }) {
  useHealthFollowsLive();
  const day = useLastHours("24h");
  const alarms = useUnseenAlarms();
  const waiting = useCounts();
  return (
    <div className="flex flex-col gap-4">
      <Figures counts={counts} day={day.data} alarms={waiting.data?.alarms} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex flex-col gap-4">
          <RateCard />
          <AttentionCard counts={counts} alarms={alarms} waiting={waiting.data} />
        </div>
        <Loaded result={day}>
          {(known) => (
            <div className="flex flex-col gap-4">
              <RejectedCard day={known} devices={counts.troubled} />
              <WayCard day={known} />
              <Loaded result={waiting}>{(waits) => <WaitingCard waiting={waits} />}</Loaded>
            </div>
          )}
        </Loaded>
      </div>
    </div>
  );
}

const rangeNames = Object.keys(ranges) as Range[];

function RateCard() {
  const { range: asked } = useSearch({ strict: false });
  const range = rangeNames.find((known) => known === asked) ?? "6h";
  const navigate = useNavigate();
  const statistics = useLastHours(range);
  return (
    <Card
      title="Readings per minute"
      action={
        <Segmented
          label="Range"
          choices={rangeNames.map((name) => [name, name.replace("h", " h")] as const)}
          chosen={range}
          onChoose={(chosen) => void navigate({ to: "/", search: { range: chosen }, replace: true })}
        />
      }
    >
      {/* Reserves the height of the curve with its legend, so that nothing below moves when it appears. */}
      <div className="min-h-47">
        <Loaded result={statistics}>{(known) => <RateCurve points={ratePoints(known, Date.now())} />}</Loaded>
      </div>
    </Card>
  );
}
