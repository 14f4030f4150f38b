import { noTimestamp } from "../../queue/packed-readings.ts";
import { kept, type ReadingColumns } from "./reading-columns.ts";

interface SeenArrival {
  readonly arrivalMs: number;
  readonly deviceClockSeconds: number | null;
}

/**
 * Returns how far the newest packed reading of a request lies behind its arrival, if that is more than `behindMaxMs`;
 * otherwise null. Readings are usually sent in order, so for a device with a right clock one look at the last is enough.
 */
export function clockBehind(
  { count, drops, seconds }: ReadingColumns,
  { arrivalMs, deviceClockSeconds }: SeenArrival,
  behindMaxMs: number,
): number | null {
  // The correction of times moves the arrival instead: to the moment that the device's clock showed.
  const arrivalSeconds = deviceClockSeconds ?? arrivalMs / 1000;
  const oldest = arrivalSeconds - behindMaxMs / 1000;
  let newest = Number.NEGATIVE_INFINITY;
  for (let row = count - 1; row >= 0; row--) {
    if (drops[row] !== kept) continue;
    const sent = seconds[row]!;
    if (sent === noTimestamp || sent >= oldest) return null;
    if (sent > newest) newest = sent;
  }
  return newest === Number.NEGATIVE_INFINITY ? null : Math.round((arrivalSeconds - newest) * 1000);
}
