import type { Page } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";

/** A popup moves a moment after the window was resized. */
const movedWithinMs = 2000;

/** Open dialogs, panels and menus of which a part lies outside the window, where nobody can scroll to it. */
export async function partsOffScreen(page: Page): Promise<readonly string[]> {
  const read = async () => (await page.evaluate(offScreen)) as readonly string[];
  await waitUntil("all of it is on the screen", async () => (await read()).length === 0, movedWithinMs).catch(
    () => undefined,
  );
  return read();
}

/** Runs in the page. */
const offScreen = `[...document.querySelectorAll("[role=dialog], [role=alertdialog], [role=menu]")]
  .filter((part) => part.checkVisibility({ visibilityProperty: true }))
  .flatMap((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    const isWhole = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    return isWhole ? [] : [part.getAttribute("aria-label") ?? part.textContent.trim().slice(0, 40)];
  })`;
