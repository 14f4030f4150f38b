import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { cx } from "../../ui/class-names.ts";
import type { Destination } from "../../ui/destination.ts";

/** An important number with a link to where the problem can be fixed. */
export function Figure({
  label,
  value,
  unit,
  children,
  tone = "plain",
  ...destination
}: Destination & {
  readonly label: string;
  readonly value: ReactNode;
  readonly unit?: string;
  /** The parts of the number. */
  readonly children?: ReactNode;
  readonly tone?: "plain" | "warn" | "bad";
}) {
  return (
    // Leaves room for two lines of parts, or three on a narrow screen, so that nothing moves when they appear or wrap.
    <div className="relative flex min-h-31.5 flex-col max-sm:min-h-37 rounded-lg border border-line bg-surface px-4 py-3 hover:border-line-strong">
      <Link
        {...destination}
        className="text-sm text-muted after:absolute after:inset-0 after:rounded-lg hover:text-text"
      >
        {label}
      </Link>
      <div className="mt-0.5 whitespace-nowrap">
        <span
          className={cx(
            "text-2xl font-semibold",
            tone === "warn" && "text-warn",
            tone === "bad" && "text-bad",
          )}
        >
          {value}
        </span>
        {unit !== undefined && <span className="ml-1 text-sm text-muted">{unit}</span>}
      </div>
      <div className="flex flex-wrap gap-x-3 gap-y-0.5 pt-1 text-sm text-muted">{children}</div>
    </div>
  );
}

/** A part of a figure with its own link. */
export function FigurePart({ children, ...destination }: Destination & { readonly children: ReactNode }) {
  return (
    <Link {...destination} className="relative z-1 hover:text-text hover:underline">
      {children}
    </Link>
  );
}
