import type { Key, ReactNode } from "react";
import { Button } from "./button.tsx";
import { Card } from "./card.tsx";
import { RecordTable, type RecordTableProps } from "./record-table.tsx";
import { Failure, Loading } from "./states.tsx";
import { More, type PagedList } from "./table.tsx";

/** A query for a list, in any state. */
export interface AskedList {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface ResourceSectionProps<Item, Id extends Key> extends RecordTableProps<Item, Id> {
  readonly list: AskedList & Partial<PagedList>;
  /** Explains what these things are for. */
  readonly about?: ReactNode;
  /** The button that creates a new one. */
  readonly create?: { readonly label: string; readonly onClick: () => void } | false;
  /** The title of the card around the list, and its actions. */
  readonly title?: string;
  readonly action?: ReactNode;
  /** Shown if the list is empty. Offers the button that creates the first one. */
  readonly empty: (create: ReactNode) => ReactNode;
  /** Below the list. */
  readonly children?: ReactNode;
}

/** All things of one kind in an account, with the list in any state and a button for a new one. */
export function ResourceSection<Item, Id extends Key>({
  list,
  about,
  create = false,
  title,
  action,
  empty,
  children,
  ...table
}: ResourceSectionProps<Item, Id>) {
  const isEmpty = table.items.length === 0;
  const button = create && (
    <Button look="primary" onClick={create.onClick}>
      {create.label}
    </Button>
  );
  return (
    <>
      {about !== undefined && <SectionHead action={!isEmpty && button}>{about}</SectionHead>}
      <Card title={title} action={action} isFlush>
        <ListState list={list} isEmpty={isEmpty} empty={empty(button)}>
          <RecordTable {...table} />
          <More list={list} />
          {children}
        </ListState>
      </Card>
    </>
  );
}

/** The purpose of a section and its one main action. */
export function SectionHead({
  children,
  action,
}: {
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-6 gap-y-3 max-md:flex-col max-md:items-start">
      <p className="min-w-60 flex-1 text-sm text-muted max-md:flex-none">{children}</p>
      {action}
    </div>
  );
}

/** A list in any state. What is known stays visible if reloading fails. */
export function ListState({
  list,
  isEmpty,
  what,
  empty,
  children,
}: {
  readonly list: AskedList;
  /** Whether the list is empty or not known yet. */
  readonly isEmpty: boolean;
  /** Shown while it loads. */
  readonly what?: string;
  readonly empty: ReactNode;
  readonly children: ReactNode;
}) {
  if (!isEmpty) return children;
  if (list.isPending) return <Loading shape="rows" {...(what === undefined ? {} : { what })} />;
  if (list.isError) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  return empty;
}
