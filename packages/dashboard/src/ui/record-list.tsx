import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Card } from "./card.tsx";
import { NewRows } from "./new-rows.tsx";
import { type AskedList, ListState } from "./resource-section.tsx";
import { EmptyState } from "./states.tsx";
import { More, type PagedList } from "./table.tsx";
import { useRowFocus } from "./use-row-focus.ts";
import type { StillRecords } from "./use-still-records.ts";

/** The frame of a list of records, the newest first: its filters, and the list in any state. */
export function RecordList({
  list,
  what,
  filters,
  empty,
  children,
}: {
  readonly list: StillRecords<unknown> & AskedList & PagedList;
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
        <ListState list={list} isEmpty={list.items.length === 0} empty={empty}>
          {children}
        </ListState>
      </div>
      <More list={list} />
    </Card>
  );
}

/** Shown instead of records if none match the filters. */
export function NoMatch({
  icon,
  what,
  onShowAll,
  children = `No ${what} match these filters.`,
}: {
  readonly icon?: ReactNode;
  /** What is listed, such as "alarms". */
  readonly what: string;
  readonly onShowAll: () => void;
  readonly children?: ReactNode;
}) {
  return (
    <EmptyState
      icon={icon}
      title={`No matching ${what}`}
      action={<Button onClick={onShowAll}>Show all {what}</Button>}
    >
      {children}
    </EmptyState>
  );
}
