import type { LimitJson } from "./limit-routes.ts";

/** From this share on, somebody should know before requests are refused. */
const nearShare = 0.8;

/** The amount of `max` that counts as near it. It is whole, because databases compare it with whole numbers. */
export function nearOf(max: number): number {
  return Math.ceil(max * nearShare);
}

/**
 * Whether more will soon be refused or delayed. If the oldest entries are deleted instead, a full limit needs no
 * action.
 */
export function isNear({ max, used, past }: LimitJson): boolean {
  return past !== "oldest_removed" && max !== null && used !== null && used >= nearOf(max);
}
