import type { ControlReader } from "../../control/control.ts";
import { sourcesOfUser } from "../../control/people/sessions.ts";
import { sourceKey } from "../../platform/address.ts";
import { sourceMemoryUs } from "./sessions.ts";

/**
 * Whether the person was signed in from there within 30 days. Such a source is not slowed down by attempts elsewhere.
 * Sessions remember this instead of a separate cookie, because they exist anyway, cannot be copied to another place,
 * and end when the person revokes them.
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
