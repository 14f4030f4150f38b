import type { LimitJson } from "./limit-routes.ts";

/** From here on somebody should know before more is refused. */
const nearShare = 0.8;

/** How much of `max` is near it. */
export function nearOf(max: number): number {
  return max * nearShare;
}

/** Whether something is soon refused or has to wait. Where the oldest give way, being full is nothing to act on. */
export function isNear({ max, used, past }: LimitJson): boolean {
  return past !== "oldest_removed" && max !== null && used !== null && used >= nearOf(max);
}
