import type { ComponentProps } from "react";
import { cx } from "../../../ui/class-names.ts";

/** What the bar says first. On a phone, where nothing can be pointed at, all of it is shown. */
export function BarLine({ className, ...rest }: ComponentProps<"p">) {
  return <p {...rest} className={cx("min-w-0 flex-1 truncate max-md:whitespace-normal", className)} />;
}
