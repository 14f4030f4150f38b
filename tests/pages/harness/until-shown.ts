import { waitUntil } from "../../harness/wait-until.ts";
import type { Page } from "./page.ts";
import { serveFetch } from "./serve-fetch.ts";

/** Waits for a heading and until all requests are answered and nothing is loading. */
export async function untilShown(page: Page): Promise<void> {
  await page.getByRole("heading").first().waitFor();
  await waitUntil("nothing is loading", async () => {
    if (serveFetch.pending > 0 || (await page.locator(".animate-spin").count()) > 0) return false;
    // An answer may lead to the next request.
    await Bun.sleep(0);
    return serveFetch.pending === 0;
  });
}
