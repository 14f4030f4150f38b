import type { Page, Request } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";

const pendingOf = new WeakMap<Page, Set<Request>>();
/** How many checks in a row must find no request, because an answer often leads to the next request. */
const quietLooks = 5;

/** Counts the running requests of a page. The stream of live events is left out, because it never ends. */
export function notePendingRequests(page: Page): void {
  const pending = new Set<Request>();
  pendingOf.set(page, pending);
  page.on("request", (request) => {
    if (request.resourceType() !== "eventsource") pending.add(request);
  });
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
}

/** Waits until all requests of the page are answered. */
export async function untilQuiet(page: Page): Promise<void> {
  const pending = pendingOf.get(page);
  if (pending === undefined) throw new Error("The requests of this page are not noted.");
  let looks = 0;
  await waitUntil(`${page.url()} has what it asked for`, () => {
    looks = pending.size === 0 ? looks + 1 : 0;
    return looks >= quietLooks;
  });
}
