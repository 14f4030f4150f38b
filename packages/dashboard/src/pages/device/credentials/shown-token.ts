import type { CallAnswer } from "../../../api/route-types.ts";

export type ShownToken = CallAnswer<"showToken">;

/** Whether using this token ends the one before, which the device may still have. */
export function firstUseEndsOld({ previous }: ShownToken): boolean {
  return previous !== null && previous.expires_at === null;
}
