import type { ReactNode } from "react";

/** What a section is for, and its one main action. */
export function SectionHead({
  children,
  action,
}: {
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-60 flex-1 text-sm text-muted">{children}</p>
      {action}
    </div>
  );
}
