import { type Result, succeed } from "@weir/protocol/result";
import type { ProblemDetails } from "./api-answer.ts";
import { badField } from "./bad-field.ts";
import { parseTimeUs } from "./parse-time-us.ts";

interface TimeRange {
  readonly fromUs: number | null;
  readonly toUs: number | null;
}

/** Reads `from` and `to` of a query; null if one is left out. */
export function readRange(query: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): Result<TimeRange, ProblemDetails> {
  const fromUs = query.from === undefined ? null : parseTimeUs(query.from);
  const toUs = query.to === undefined ? null : parseTimeUs(query.to);
  if (query.from !== undefined && fromUs === null) return badField("query.from", notATime);
  if (query.to !== undefined && toUs === null) return badField("query.to", notATime);
  // Nobody means an empty range, and it looks as if there were no readings.
  if (fromUs !== null && toUs !== null && fromUs > toUs)
    return badField("query.to", "must not be before from");
  return succeed({ fromUs, toUs });
}

export const notATime =
  "It must be an ISO 8601 time, such as 2026-06-15 or 2026-06-15T12:00:00Z, or microseconds since 1970.";
