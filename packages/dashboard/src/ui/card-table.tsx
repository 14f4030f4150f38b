import type { ComponentProps, ReactNode } from "react";
import { cx } from "./class-names.ts";
import { Table, Td, Th, Tr } from "./table.tsx";

/**
 * A table whose rows are cards on a phone: the head is hidden and cells follow each other. Wide cells get their own
 * line.
 */
export function CardTable({
  label,
  heads,
  children,
}: {
  readonly label: string;
  /** The headings of the columns. */
  readonly heads: readonly (readonly [key: string, head: ReactNode])[];
  readonly children: ReactNode;
}) {
  return (
    // A block on a phone, so that it is as wide as the screen. A table would grow with its content.
    <Table label={label} className="max-md:block">
      <thead className="max-md:hidden">
        <tr>
          {heads.map(([key, head]) => (
            <Th key={key}>{head}</Th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">{children}</tbody>
    </Table>
  );
}

export function CardTr({ className, ...rest }: ComponentProps<"tr">) {
  return (
    <Tr
      {...rest}
      className={cx(
        "max-md:relative max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:border-b max-md:border-line max-md:px-4 max-md:py-3 max-md:last:border-b-0",
        "max-md:has-[[data-corner]]:[&>td:first-child]:pr-10!",
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
        "py-1.5 max-md:h-auto max-md:min-w-0 max-md:border-0 max-md:p-0! max-md:wrap-anywhere max-md:empty:hidden",
        isWide && "max-md:basis-full",
        isCorner && "max-md:absolute max-md:top-2 max-md:right-3",
        label !== undefined && "max-md:text-muted",
        className,
      )}
    >
      {label !== undefined && <span className="md:hidden">{label} </span>}
      {children}
    </Td>
  );
}
