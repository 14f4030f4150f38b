import type { ComponentProps, ReactNode } from "react";
import { cx } from "./class-names.ts";
import { Table, Td, Th, Tr } from "./table.tsx";

/**
 * A table whose rows are cards on a phone: the head is hidden and cells follow each other. Wide cells get their own
 * line. styles.css says where the rows are cards.
 */
export function CardTable({
  label,
  hasManyColumns = false,
  heads,
  children,
}: {
  readonly label: string;
  /** Whether the rows are cards in narrow windows of a computer as well. */
  readonly hasManyColumns?: boolean;
  /** The headings of the columns. */
  readonly heads: readonly (readonly [key: string, head: ReactNode])[];
  readonly children: ReactNode;
}) {
  return (
    // A block, so that it is as wide as the screen. A table would grow with its content.
    <Table label={label} data-many-columns={hasManyColumns || undefined} className="as-cards:block">
      <thead className="as-cards:hidden">
        <tr>
          {heads.map(([key, head]) => (
            <Th key={key}>{head}</Th>
          ))}
        </tr>
      </thead>
      <tbody className="as-cards:block">{children}</tbody>
    </Table>
  );
}

export function CardTr({ className, ...rest }: ComponentProps<"tr">) {
  return (
    <Tr
      {...rest}
      className={cx(
        "as-cards:relative as-cards:flex as-cards:flex-wrap as-cards:items-center as-cards:gap-x-3 as-cards:gap-y-1 as-cards:border-b as-cards:border-line as-cards:px-4 as-cards:py-3 as-cards:last:border-b-0",
        "as-cards:has-[[data-corner]]:[&>td:first-child]:pr-10!",
        className,
      )}
    />
  );
}

interface CardTdProps extends ComponentProps<"td"> {
  /** Gets its own line on a phone. */
  readonly isWide?: boolean;
  /** At the top right of the card on a phone, for the menu of a row. */
  readonly isCorner?: boolean;
  /** Shown before the cell on a phone, where the column has no heading. */
  readonly label?: string | undefined;
}

export function CardTd({
  className,
  isWide = false,
  isCorner = false,
  label,
  children,
  ...rest
}: CardTdProps) {
  return (
    <Td
      {...rest}
      data-corner={isCorner || undefined}
      className={cx(
        "py-1.5 as-cards:h-auto as-cards:min-w-0 as-cards:border-0 as-cards:p-0! as-cards:wrap-anywhere as-cards:empty:hidden",
        isWide && "as-cards:basis-full",
        isCorner && "as-cards:absolute as-cards:top-2 as-cards:right-3",
        label !== undefined && "as-cards:text-muted",
        className,
      )}
    >
      {label !== undefined && <span className="hidden as-cards:inline">{label} </span>}
      {children}
    </Td>
  );
}
