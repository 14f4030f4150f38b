import { outcomeReasons, requestReasons } from "@weir/protocol/request-reasons";
import { Pause, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { refreshEveryMs, useLiveState } from "../../api/live.ts";
import { Status } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CheckboxField, FilterSelect } from "../../ui/field.tsx";
import { NewRows } from "../../ui/new-rows.tsx";
import { ListState } from "../../ui/resource-section.tsx";
import { More } from "../../ui/table.tsx";
import { useHeldStill } from "../../ui/use-held-still.ts";
import { requestReasonTitle } from "./outcome-words.ts";
import type { FeedFilter } from "./request-filter.ts";
import { RequestRow } from "./request-row.tsx";
import { useRequestFeed } from "./use-request-feed.ts";

const reasons = [
  { value: "", label: "All requests" },
  ...[...outcomeReasons, ...requestReasons].map((reason) => ({
    value: reason,
    label: requestReasonTitle(reason),
  })),
];

/** The live list of requests with its controls. */
export function RequestFeed({
  filter,
  onFilter,
  controls,
  empty,
  hasDevice = true,
}: {
  readonly filter: FeedFilter;
  readonly onFilter: (change: Pick<FeedFilter, "only" | "reason">) => void;
  /** Further filters. */
  readonly controls?: ReactNode;
  /** Shown if there are no requests. */
  readonly empty: ReactNode;
  readonly hasDevice?: boolean;
}) {
  const [isPaused, setIsPaused] = useState(false);
  const still = useHeldStill();
  const { list, requests, heldCount, showHeld } = useRequestFeed(filter, isPaused || still.isHeld);
  const showNew = () => {
    setIsPaused(false);
    showHeld();
    still.top.current?.scrollIntoView({ block: "center" });
  };
  return (
    <Card isFlush>
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-1.5 max-md:py-3">
        {controls}
        <FilterSelect
          label="Reason"
          className="w-60!"
          choices={reasons}
          value={filter.reason}
          onChoose={(reason) => onFilter({ reason: reason || undefined })}
        />
        <CheckboxField
          label="Problems only"
          checked={filter.only === "troubled"}
          onChange={(event) => onFilter({ only: event.target.checked ? "troubled" : undefined })}
        />
        <div className="order-2 ml-auto flex items-center gap-3">
          <FeedState isPaused={isPaused} />
          <PauseButton isPaused={isPaused} onPause={setIsPaused} />
        </div>
      </div>
      <div ref={still.top} />
      <div {...still.handlers}>
        <NewRows count={heldCount} what="new request" onShow={showNew} />
        <ListState list={list} isEmpty={requests.length === 0} what="Loading requests" empty={empty}>
          <ul aria-label="Requests, newest first">
            {requests.map((request) => (
              <RequestRow key={request.id} request={request} hasDevice={hasDevice} />
            ))}
          </ul>
        </ListState>
      </div>
      <More list={list} />
    </Card>
  );
}

function FeedState({ isPaused }: { readonly isPaused: boolean }) {
  const { is } = useLiveState();
  return (
    // As wide as its longest text, so that nothing beside it moves.
    <span className="min-w-24 text-sm text-muted">
      {isPaused ? (
        <Status tone="neutral">Paused</Status>
      ) : is === "live" ? (
        <Status tone="ok">Live</Status>
      ) : is === "paused" ? (
        <Status tone="neutral">Every {refreshEveryMs / 1000} s</Status>
      ) : (
        <Status tone="warn">Connecting</Status>
      )}
    </span>
  );
}

function PauseButton({
  isPaused,
  onPause,
}: {
  readonly isPaused: boolean;
  readonly onPause: (isPaused: boolean) => void;
}) {
  const Icon = isPaused ? Play : Pause;
  return (
    <Button size="small" icon={<Icon size={14} aria-hidden />} onClick={() => onPause(!isPaused)}>
      {isPaused ? "Resume" : "Pause"}
    </Button>
  );
}
