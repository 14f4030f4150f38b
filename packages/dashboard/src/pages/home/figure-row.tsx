import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** One of several figures below each other, and the way to what it counts. Stands in a `dl`. */
export function FigureRow({
  name,
  to,
  children,
}: {
  readonly name: string;
  readonly to?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-muted">
        {to === undefined ? (
          name
        ) : (
          <Link to={to} className="hover:text-text hover:underline">
            {name}
          </Link>
        )}
      </dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
