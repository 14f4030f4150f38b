import type { Page } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";

/**
 * Moves the page's clock in small steps until a condition holds, but not as far as the next regular reload of its
 * lists.
 */
export async function untilSoon(page: Page, what: string, isSo: () => Promise<boolean>): Promise<void> {
  let passedMs = 0;
  await waitUntil(what, async () => {
    await page.clock.runFor(20);
    passedMs += 20;
    if (passedMs > 10_000) throw new Error(`Not soon: ${what}.`);
    return isSo();
  });
}
