import { waitUntil } from "../../harness/wait-until.ts";
import type { ManageSession } from "../world/manage-session.ts";

/** The server learns a moment after a device's first request that it was there, and tells open pages, which ask anew. */
export function untilOnline(owner: ManageSession): Promise<void> {
  return waitUntil("the server knows that a device is online", async () => {
    const { online } = await owner.do("GET", "./devices/counts");
    return online > 0;
  });
}
