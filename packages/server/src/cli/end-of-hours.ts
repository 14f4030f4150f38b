import { formatMicros } from "@weir/rule-engine/format-micros";
import { systemClock } from "../platform/clock.ts";
import { CommandFailure, usageExit } from "./failure.ts";

const hourUs = 3_600e6;

/** The time so many hours from now, as --hours gives them. */
export function endOfHours(hours: string): string {
  const length = Number(hours);
  if (!(length > 0)) throw new CommandFailure("usage", "--hours must be a number above 0.", usageExit);
  return formatMicros(Math.round(systemClock.nowMs() * 1000 + length * hourUs));
}
