import type { ReactNode } from "react";
import { Card } from "../../ui/card.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { More } from "../../ui/table.tsx";

interface PagedList {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly items: readonly unknown[];
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

/** The frame of a list of records: its filters, and whichever state it is in. */
export function RecordList({
  list,
  filters,
  empty,
  children,
}: {
  readonly list: PagedList;
  readonly filters: ReactNode;
  readonly empty: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Card isFlush>
      <div className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line px-4 py-1.5 max-md:py-3">
        {filters}
      </div>
      {list.isPending ? (
        <Loading />
      ) : list.isError && list.items.length === 0 ? (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      ) : list.items.length === 0 ? (
        empty
      ) : (
        children
      )}
      <More list={list} />
    </Card>
  );
}
