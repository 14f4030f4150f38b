import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Destination } from "../../../ui/destination.ts";
import { useTileData } from "../data/board-data.ts";

/** A link to another page of the dashboard. On a shared board it is only its content. */
export function BoardLink({
  title,
  className,
  children,
  ...destination
}: Destination & {
  readonly title?: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const { isShared } = useTileData();
  if (isShared) {
    return (
      <span title={title} className={className?.replace("hover:underline", "")}>
        {children}
      </span>
    );
  }
  return (
    <Link {...destination} title={title} className={className}>
      {children}
    </Link>
  );
}
