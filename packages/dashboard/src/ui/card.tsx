import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

/** Content with a border around it. */
export function Card({
  title,
  action,
  children,
  className,
  isFlush = false,
}: {
  readonly title?: ReactNode;
  readonly action?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
  /** Whether the content reaches the border, as in tables. */
  readonly isFlush?: boolean;
}) {
  return (
    <section className={cx("rounded-lg border border-line bg-surface", className)}>
      {(title !== undefined || action !== undefined) && (
        <header className="flex min-h-11 items-center justify-between gap-3 border-b border-line px-4 py-1.5">
          <h2 className="text-sm font-semibold">{title}</h2>
          {action}
        </header>
      )}
      <div className={isFlush ? "" : "p-4"}>{children}</div>
    </section>
  );
}

/** Names and values in two columns. */
export function Facts({ items }: { readonly items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[fit-content(40%)_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2 text-sm max-sm:gap-x-4">
      {items.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted wrap-anywhere">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
