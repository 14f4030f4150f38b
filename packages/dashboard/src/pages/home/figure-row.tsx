import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** One of several figures in a `dl`, with a link to what it counts. */
export function FigureRow({
  name,
  title,
  to,
  search,
  children,
}: {
  readonly name: string;
  /** What it counts. */
  readonly title?: string;
  readonly to?: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex justify-between gap-3" title={title}>
      <dt className="text-muted">
        {to === undefined ? (
          name
        ) : (
          <Link
            to={to}
            {...(search === undefined ? {} : { search: search as never })}
            className="hover:text-text hover:underline"
          >
            {name}
          </Link>
        )}
      </dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
