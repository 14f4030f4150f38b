import type { Page } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";

/** Waits while less time passes on the page, whose clock stands, than until it asks for its lists anyway. */
export async function untilSoon(page: Page, what: string, isSo: () => Promise<boolean>): Promise<void> {
  let passedMs = 0;
  await waitUntil(what, async () => {
    await page.clock.runFor(20);
    passedMs += 20;
    if (passedMs > 10_000) throw new Error(`Not soon: ${what}.`);
    return isSo();
  });
}
