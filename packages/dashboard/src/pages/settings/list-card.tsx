import type { ReactNode } from "react";
import { Card } from "../../ui/card.tsx";
import { Failure, Loading } from "../../ui/states.tsx";

interface AskedList {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** A list in whichever state it is in. What is known stays in sight while it cannot be asked for anew. */
export function ListCard({
  title,
  action,
  list,
  isEmpty,
  empty,
  children,
}: {
  readonly title?: string;
  readonly action?: ReactNode;
  readonly list: AskedList;
  /** Nothing is there, or nothing is known yet. */
  readonly isEmpty: boolean;
  /** Said where there is nothing. */
  readonly empty: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Card title={title} action={action} isFlush>
      {isEmpty && list.isPending && <Loading />}
      {isEmpty && list.isError && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {isEmpty && !list.isPending && !list.isError && empty}
      {!isEmpty && children}
    </Card>
  );
}
