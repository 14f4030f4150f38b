import type { ComponentProps } from "react";
import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";
import { Scroller } from "./scroller.tsx";

/** Dense rows. On a phone the table scrolls sideways inside its card, unless the page shows cards. */
export function Table(props: TableProps) {
  return (
    <Scroller className="relative overflow-x-auto">
      <PlainTable {...props} />
    </Scroller>
  );
}

interface TableProps extends ComponentProps<"table"> {
  readonly label: string;
}

/** The same for a place that scrolls by itself, so that its head can stay in sight. */
export function PlainTable({ label, className, ...rest }: TableProps) {
  return <table {...rest} aria-label={label} className={cx("w-full border-collapse text-sm", className)} />;
}

/** For cells with names. They break between words, and within a word only if it is longer than the widest column. */
export const nameCellClass = "max-w-64 font-medium wrap-break-word";

export function Th({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      {...rest}
      className={cx(
        "h-9 border-b border-line px-3 text-left text-xs font-medium whitespace-nowrap text-muted first:pl-4 last:pr-4",
        className,
      )}
    />
  );
}

export function Td({ className, ...rest }: ComponentProps<"td">) {
  return <td {...rest} className={cx("h-10 border-b border-line px-3 first:pl-4 last:pr-4", className)} />;
}

export function Tr({ className, ...rest }: ComponentProps<"tr">) {
  return <tr {...rest} className={cx("hover:bg-hover last:[&>td]:border-b-0", className)} />;
}

export interface PagedList {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/** Loads the next page of a list. Empty if there is none. */
export function More({
  list: { hasNextPage = false, isFetchingNextPage = false, fetchNextPage },
}: {
  readonly list: Partial<PagedList>;
}) {
  if (!hasNextPage) return null;
  return (
    <div className="flex justify-center border-t border-line py-2.5">
      <Button look="quiet" isBusy={isFetchingNextPage} onClick={() => fetchNextPage?.()}>
        {isFetchingNextPage ? "Loading…" : "Show more"}
      </Button>
    </div>
  );
}
