import { expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";
import { untilLoaded } from "./every-page.ts";

export function tabsOf(page: Page): Locator {
  return page.getByRole("navigation", { name: "Tabs" }).getByRole("link");
}

/** The left, the top and the width of each tab. */
export function boxesOf(tabs: Locator) {
  return tabs.evaluateAll(
    (all: readonly { getBoundingClientRect(): { x: number; y: number; width: number } }[]) =>
      all.map((tab) => {
        const { x, y, width } = tab.getBoundingClientRect();
        return [x, y, width].map(Math.round);
      }),
  );
}

/** Selects each tab, and expects that none of them moves. */
export async function selectEach(page: Page, tabs: Locator): Promise<void> {
  // The fonts of this machine may have no medium weight. Bold shows whether a selected tab becomes wider.
  await page.evaluate("document.documentElement.style.setProperty('--font-weight-medium', '700')");
  const before = await boxesOf(tabs);
  expect(before.length).toBeGreaterThan(1);
  for (const tab of await tabs.all()) {
    await tab.click();
    const isOn = async () =>
      (await tab.getAttribute("aria-current")) === "page" ||
      (await tab.getAttribute("aria-pressed")) === "true";
    await waitUntil("it is on", isOn);
    await untilLoaded(page);
    expect([await tab.textContent(), await boxesOf(tabs)]).toEqual([await tab.textContent(), before]);
  }
}
