import type { Page, Request } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";

const pendingOf = new WeakMap<Page, Set<Request>>();
/** So often in a row nothing may be under way: an answer often leads to the next question. */
const quietLooks = 5;

/** Keeps count of what the page has asked for. The stream of live events does not count, since it never ends. */
export function notePendingRequests(page: Page): void {
  const pending = new Set<Request>();
  pendingOf.set(page, pending);
  page.on("request", (request) => {
    if (request.resourceType() !== "eventsource") pending.add(request);
  });
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
}

/** Waits until the page has what it asked for. */
export async function untilQuiet(page: Page): Promise<void> {
  const pending = pendingOf.get(page);
  if (pending === undefined) throw new Error("The requests of this page are not noted.");
  let looks = 0;
  await waitUntil(`${page.url()} has what it asked for`, () => {
    looks = pending.size === 0 ? looks + 1 : 0;
    return looks >= quietLooks;
  });
}
