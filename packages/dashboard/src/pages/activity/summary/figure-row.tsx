import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Destination } from "../../../ui/destination.ts";

/** One of several figures in a `dl`, with a link to what it counts. */
export function FigureRow({
  name,
  title,
  page,
  children,
}: {
  readonly name: string;
  /** What it counts. */
  readonly title?: string;
  readonly page?: Destination | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex justify-between gap-3" title={title}>
      <dt className="text-muted">
        {page === undefined ? (
          name
        ) : (
          <Link {...page} className="hover:text-text hover:underline">
            {name}
          </Link>
        )}
      </dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
