import type { ControlReader } from "../../control/control.ts";
import { sourcesOfUser } from "../../control/people/sessions.ts";
import { limitKey, parseAddress } from "../../platform/address.ts";
import { sourceMemoryUs } from "./sessions.ts";

/** What a source is counted and remembered by: an address, of IPv6 its /64. */
export function sourceKey(source: string): string {
  const address = parseAddress(source);
  return address === null ? source : limitKey(address);
}

/**
 * Whether the person has been signed in from there within 30 days. Such a source is not held up by what others do
 * elsewhere. Sessions are the memory of it rather than a cookie of its own, because they are there anyway, cannot be
 * carried off to another place, and go when the person revokes them.
 */
export async function isKnownSource(
  { db }: ControlReader,
  userId: number,
  source: string,
  nowUs: number,
): Promise<boolean> {
  const known = await sourcesOfUser(db, userId, nowUs - sourceMemoryUs);
  const key = sourceKey(source);
  return known.some((each) => sourceKey(each) === key);
}
