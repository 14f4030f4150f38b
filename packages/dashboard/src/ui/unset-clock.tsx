import { TriangleAlert } from "lucide-react";
import { isFromUnsetClock } from "../format/unset-clock.ts";

/** A warning beside the time of a reading, shown if the device's clock was not set. */
export function UnsetClock({ at }: { readonly at: string }) {
  if (!isFromUnsetClock(at)) return null;
  return (
    <span className="flex items-start gap-1.5 text-sm text-warn">
      <TriangleAlert size={14} aria-hidden className="mt-0.75 shrink-0" />
      The device’s clock is not set. Set it, or leave out the timestamp.
    </span>
  );
}
