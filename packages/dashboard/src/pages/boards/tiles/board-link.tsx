import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTileData } from "../data/board-data.ts";

/** A link to another page of the dashboard. On a shared board it is only its content. */
export function BoardLink({
  to,
  search = {},
  title,
  className,
  children,
}: {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
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
    <Link to={to} search={search as never} title={title} className={className}>
      {children}
    </Link>
  );
}
