import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { bytesText, countText } from "../../format/number.ts";
import { readingCounts } from "../../format/reading-counts.ts";
import { Card } from "../../ui/card.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Since } from "../../ui/since.tsx";
import { Usage } from "../../ui/usage.tsx";
import { FigureRow } from "../activity/summary/figure-row.tsx";
import { useLastHours } from "../activity/summary/use-last-hours.ts";
import type { Limit } from "./limit.ts";
import { limitText, limitWords } from "./limit-words.ts";

const refreshMs = 10_000;
/** As the operator sees accounts near a limit. */
const nearShare = 0.8;

/** How one account is doing, for members who are not the operator. */
export function AccountStatus() {
  const limits = useCall("showLimits", {}, { refetchInterval: refreshMs });
  return (
    <>
      <Loaded result={limits}>
        {({ items }) => (
          <>
            <div className="grid grid-cols-2 gap-5 max-lg:grid-cols-1">
              <Waiting limits={items} />
              <DayReadings />
            </div>
            <NearOwnLimits limits={items} />
          </>
        )}
      </Loaded>
      <p className="text-sm text-muted">
        For this account. The operator of the server sees the queue, disk and memory that all accounts share.
      </p>
    </>
  );
}

function Waiting({ limits }: { readonly limits: readonly Limit[] }) {
  const counts = useCall("showCounts", {}, { refetchInterval: refreshMs });
  const queued = limits.find(({ name }) => name === "queue_bytes")?.used ?? null;
  return (
    <Card title="Waiting">
      <Loaded result={counts}>{(known) => <WaitingFigures counts={known} queuedBytes={queued} />}</Loaded>
    </Card>
  );
}

function WaitingFigures({
  counts: { dead_letters, outbox, quarantined },
  queuedBytes,
}: {
  readonly counts: CallAnswer<"showCounts">;
  /** Null if the queue does not answer. */
  readonly queuedBytes: number | null;
}) {
  return (
    <dl className="flex flex-col gap-1.5 text-sm">
      <FigureRow name="Readings to process" title="Readings that were accepted and not processed yet">
        {queuedBytes === null ? "Unknown" : queuedBytes === 0 ? "None" : bytesText(queuedBytes)}
      </FigureRow>
      <FigureRow name="Dead letters" page={{ to: "/system/dead-letters" }}>
        {countText(dead_letters)}
      </FigureRow>
      <FigureRow name="Messages to send" page={{ to: "/system/outbox" }}>
        {countText(outbox.waiting)}
      </FigureRow>
      <FigureRow name="Messages given up" page={{ to: "/system/outbox" }}>
        {countText(outbox.given_up)}
      </FigureRow>
      <FigureRow name="Readings in quarantine" page={{ to: "/activity/quarantine" }}>
        {countText(quarantined)}
      </FigureRow>
    </dl>
  );
}

function DayReadings() {
  const day = useLastHours("24h");
  return (
    <Card title="Readings" action={day.data !== undefined && <Since at={day.data.from} />}>
      <Loaded result={day}>
        {({ totals }) => (
          <dl className="flex flex-col gap-1.5 text-sm">
            {readingCounts(totals).map(({ name, count, meaning }) => (
              <FigureRow key={name} name={name} title={meaning}>
                {countText(count)}
              </FigureRow>
            ))}
          </dl>
        )}
      </Loaded>
    </Card>
  );
}

function NearOwnLimits({ limits }: { readonly limits: readonly Limit[] }) {
  const near = limits.filter(isNear);
  return (
    <Card title="Limits">
      {near.length === 0 ? (
        <p className="text-sm text-muted">No limit is used to 80 % or more.</p>
      ) : (
        <ul aria-label="Limits nearly reached" className="flex flex-col gap-4">
          {near.map(({ name, max, used }) => (
            <li key={name}>
              <Usage
                label={limitWords[name].label}
                used={used}
                whole={max ?? 0}
                text={`${limitText(name, used ?? 0)} of ${limitText(name, max ?? 0)}. ${limitWords[name].help}`}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Whether it is about to matter. Where the oldest is deleted, being full is normal. */
function isNear({ max, used, shared, past }: Limit): boolean {
  return !shared && past !== "oldest_removed" && max !== null && used !== null && used >= max * nearShare;
}
