import { TriangleAlert } from "lucide-react";
import { isFromUnsetClock } from "../format/unset-clock.ts";

/** Beside the time of a reading: says so where that is the time of a clock that nobody has set. */
export function UnsetClock({ at }: { readonly at: string }) {
  if (!isFromUnsetClock(at)) return null;
  return (
    <span className="flex items-start gap-1.5 text-sm text-warn">
      <TriangleAlert size={14} aria-hidden className="mt-0.75 shrink-0" />
      The device’s clock is not set. Set it, or leave out the timestamp.
    </span>
  );
}
