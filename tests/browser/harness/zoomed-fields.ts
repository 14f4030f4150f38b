import type { Page } from "playwright-core";

/** Safari on phones zooms into a field with smaller text when it gets the focus, and does not zoom out again. */
const smallestPx = 16;

/** The visible fields into which Safari on phones would zoom, each with the size of its text. */
export async function zoomedFields(page: Page): Promise<readonly string[]> {
  return (await page.evaluate(zoomed)) as readonly string[];
}

/** Runs in the page. */
const zoomed = `[...document.querySelectorAll("input:not([type=checkbox], [type=radio], [type=file]), select, textarea")]
  .filter((element) => element.checkVisibility() && element.offsetWidth > 1)
  .flatMap((element) => {
    const { fontSize } = getComputedStyle(element);
    const name = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? "?";
    return parseFloat(fontSize) < ${smallestPx} ? [name + " has text of " + fontSize] : [];
  })`;
