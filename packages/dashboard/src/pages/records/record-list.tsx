import type { ReactNode } from "react";
import { Card } from "../../ui/card.tsx";
import { NewRows } from "../../ui/new-rows.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { More } from "../../ui/table.tsx";
import { useRowFocus } from "../../ui/use-row-focus.ts";
import type { StillRecords } from "./use-still-records.ts";

interface Records extends StillRecords<unknown> {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

/** The frame of a list of records: its filters, and whichever state it is in. */
export function RecordList({
  list,
  what,
  filters,
  empty,
  children,
}: {
  readonly list: Records;
  /** What is listed, such as "alarm". */
  readonly what: string;
  readonly filters: ReactNode;
  readonly empty: ReactNode;
  readonly children: ReactNode;
}) {
  const { still } = list;
  const rows = useRowFocus();
  const showNew = () => {
    list.release();
    still.top.current?.scrollIntoView({ block: "center" });
  };
  return (
    <Card isFlush>
      <div className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line px-4 py-1.5 max-md:py-3">
        {filters}
      </div>
      <div ref={still.top} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form. */}
      <div ref={rows} role="group" aria-label={`${what}s`} tabIndex={-1} {...still.handlers}>
        <NewRows count={list.newCount} what={`new ${what}`} isOverHead onShow={showNew} />
        {list.isPending ? (
          <Loading />
        ) : list.isError && list.items.length === 0 ? (
          <Failure error={list.error} onRetry={() => void list.refetch()} />
        ) : list.items.length === 0 ? (
          empty
        ) : (
          children
        )}
      </div>
      <More list={list} />
    </Card>
  );
}
