import type { Page } from "playwright-core";

/** As if its tab was put behind another one, which headless tabs never are. */
export async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, "hidden", { configurable: true, value: ${isHidden} });
    document.dispatchEvent(new Event("visibilitychange"));
  `);
}
