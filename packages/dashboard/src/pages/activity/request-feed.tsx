import { Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import { useIsLive } from "../../api/live.ts";
import { countText } from "../../format/number.ts";
import { Status } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CheckboxField } from "../../ui/field.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { More } from "../../ui/table.tsx";
import { RequestRow } from "./request-row.tsx";
import { type FeedFilter, useRequestFeed } from "./use-request-feed.ts";

/** The live list of requests with its controls. */
export function RequestFeed({
  filter,
  onOnly,
  controls,
  empty,
  hasDevice = true,
}: {
  readonly filter: FeedFilter;
  readonly onOnly: (only: "troubled" | undefined) => void;
  /** More ways to narrow it down. */
  readonly controls?: ReactNode;
  /** What is shown where there are none. */
  readonly empty: ReactNode;
  readonly hasDevice?: boolean;
}) {
  const feed = useRequestFeed(filter);
  const { list, requests } = feed;
  return (
    <Card isFlush>
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-1.5 max-md:py-3">
        {controls}
        <CheckboxField
          label="Only troubled"
          checked={filter.only === "troubled"}
          onChange={(event) => onOnly(event.target.checked ? "troubled" : undefined)}
        />
        <div className="order-2 ml-auto flex items-center gap-3">
          <LiveState isPaused={feed.isPaused} />
          <PauseButton feed={feed} />
        </div>
      </div>
      {list.isPending ? (
        <Loading what="Looking for requests" />
      ) : list.isError && requests.length === 0 ? (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      ) : requests.length === 0 ? (
        empty
      ) : (
        <ul aria-label="Requests, the newest first">
          {requests.map((request) => (
            <RequestRow key={request.id} request={request} hasDevice={hasDevice} />
          ))}
        </ul>
      )}
      {!feed.isPaused && <More list={list} />}
    </Card>
  );
}

function LiveState({ isPaused }: { readonly isPaused: boolean }) {
  const isLive = useIsLive();
  return (
    <span className="text-sm text-muted">
      {isPaused ? (
        <Status tone="neutral">Paused</Status>
      ) : isLive ? (
        <Status tone="ok">Live</Status>
      ) : (
        <Status tone="warn">Connecting</Status>
      )}
    </span>
  );
}

function PauseButton({ feed }: { readonly feed: ReturnType<typeof useRequestFeed> }) {
  const { isPaused, missed, pause, resume } = feed;
  if (!isPaused)
    return (
      <Button size="small" icon={<Pause size={14} aria-hidden />} onClick={pause}>
        Pause
      </Button>
    );
  return (
    <Button size="small" icon={<Play size={14} aria-hidden />} onClick={resume}>
      {missed === 0 ? "Resume" : `Resume, ${countText(missed)} new`}
    </Button>
  );
}
