import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../../ui/class-names.ts";
import type { Destination } from "../../ui/destination.ts";

/** A problem with a link to it. */
export function AttentionItem({
  icon,
  look,
  title,
  children,
  ...destination
}: Destination & {
  readonly icon: ReactNode;
  /** The colour of the icon. */
  readonly look: string;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <LinkedRow {...destination} className="flex items-center gap-3">
      <span aria-hidden className={look}>
        {icon}
      </span>
      <span className="min-w-0 flex-1 text-sm">
        <span className="line-clamp-2 font-medium wrap-anywhere">{title}</span>
        <span className="line-clamp-3 text-muted wrap-anywhere">{children}</span>
      </span>
      <ChevronRight size={15} aria-hidden className="shrink-0 text-faint" />
    </LinkedRow>
  );
}

/** A link to those that are not shown here. */
export function AttentionRest({ children, ...destination }: Destination & { readonly children: ReactNode }) {
  return (
    <LinkedRow {...destination} className="block pl-11 text-sm text-accent hover:underline">
      {children}
    </LinkedRow>
  );
}

function LinkedRow({
  className,
  children,
  ...destination
}: Destination & { readonly className: string; readonly children: ReactNode }) {
  return (
    <li className="border-b border-line last:border-b-0">
      <Link {...destination} className={cx("px-4 py-2 hover:bg-hover", className)}>
        {children}
      </Link>
    </li>
  );
}
