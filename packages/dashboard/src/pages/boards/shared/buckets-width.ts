import type { CallAnswer } from "../../../api/route-types.ts";
import { dayMs } from "../../charts/span.ts";

type Width = NonNullable<CallAnswer<"listBuckets">["width"]>;

const calendarDays: Readonly<Record<NonNullable<Width["calendar"]>, number>> = { day: 1, week: 7, month: 30 };

/** About how wide buckets are. Months differ, and so do days when clocks change. */
export function bucketsWidthMs(width: Width | null): number {
  if (width === null) return dayMs;
  if (width.seconds !== null) return width.seconds * 1000;
  return width.step * calendarDays[width.calendar ?? "day"] * dayMs;
}
