import type { Locator, Page } from "playwright-core";

const tabsMax = 60;

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let tabs = 0; tabs < tabsMax; tabs++) {
    if ((await target.and(page.locator(":focus")).count()) > 0) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${tabsMax} tabs did not lead to ${target}.`);
}
