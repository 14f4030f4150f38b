import { fail } from "@weir/protocol/result";
import type { Declined } from "./api-answer.ts";

/** Answers that a limit is used up, and when to try again. */
export function tooManyRequests(
  { resetMs }: { readonly resetMs: number },
  nowMs: number,
  what: string = "Too many requests.",
): Declined {
  const seconds = Math.max(1, Math.ceil((resetMs - nowMs) / 1000));
  const headers = { "Retry-After": String(seconds) };
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
  const detail = `${what} Try again in ${wait}.`;
  return fail({ status: 429, code: "too_many_requests", detail, headers });
}
