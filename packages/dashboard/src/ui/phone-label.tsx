import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

/** Names a field on a phone, where the heading of its column is not shown. The field has an aria-label. */
export function PhoneLabel({
  className,
  children,
}: {
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <span aria-hidden className={cx("-mb-1 text-sm font-medium md:hidden", className)}>
      {children}
    </span>
  );
}
