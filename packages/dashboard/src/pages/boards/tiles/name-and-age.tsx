import type { ReactNode } from "react";
import { RelativeTime } from "../../../ui/relative-time.tsx";

/**
 * "Freezer 2 · 12 s ago" in one line, or in two where a container is narrow. Of a long name there is less, because the age
 * says whether the value is still true.
 */
export function NameAndAge({
  name,
  at,
  children,
}: {
  /** Null if only the age is shown. */
  readonly name: ReactNode;
  readonly at: string | null | undefined;
  /** What follows the age. */
  readonly children?: ReactNode;
}) {
  return (
    <p className="flex min-w-0 text-xs text-muted @max-[10rem]:flex-col">
      {name !== null && <span className="min-w-0 truncate">{name}</span>}
      {at !== null && (
        <span className="shrink-0 whitespace-pre">
          {name !== null && <span className="@max-[10rem]:hidden"> · </span>}
          <RelativeTime at={at} />
          {children}
        </span>
      )}
    </p>
  );
}
