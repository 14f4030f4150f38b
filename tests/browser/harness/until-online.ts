import { waitUntil } from "../../harness/wait-until.ts";
import type { ManageSession } from "../world/manage-session.ts";

/**
 * Waits until the server knows that a device is online, which takes a moment after its first request. Open pages then
 * reload.
 */
export function untilOnline(owner: ManageSession): Promise<void> {
  return waitUntil("the server knows that a device is online", async () => {
    const { online } = await owner.do("GET", "./devices/counts");
    return online > 0;
  });
}
