import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** Something to look at, and the way there. */
export function AttentionItem({
  to,
  search,
  icon,
  look,
  title,
  children,
}: {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly icon: ReactNode;
  /** The colour of the icon. */
  readonly look: string;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        to={to}
        {...(search === undefined ? {} : { search: search as never })}
        className="flex items-center gap-3 px-4 py-2 hover:bg-hover"
      >
        <span aria-hidden className={look}>
          {icon}
        </span>
        <span className="min-w-0 flex-1 text-sm">
          <span className="block truncate font-medium">{title}</span>
          <span className="block truncate text-muted max-md:whitespace-normal">{children}</span>
        </span>
        <ChevronRight size={15} aria-hidden className="shrink-0 text-faint" />
      </Link>
    </li>
  );
}

/** The way to those that are not shown here. */
export function AttentionRest({
  to,
  search,
  children,
}: {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}) {
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        to={to}
        {...(search === undefined ? {} : { search: search as never })}
        className="block px-4 py-2 pl-11 text-sm text-accent hover:bg-hover hover:underline"
      >
        {children}
      </Link>
    </li>
  );
}
