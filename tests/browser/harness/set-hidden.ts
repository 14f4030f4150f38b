import type { Page } from "playwright-core";

/** Hides the page as if its tab was in the background, which never happens to headless tabs. */
export async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, "hidden", { configurable: true, value: ${isHidden} });
    document.dispatchEvent(new Event("visibilitychange"));
  `);
}
