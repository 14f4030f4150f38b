import type { Page } from "playwright-core";

/** Texts of which the page shows less than the height of one line. */
export async function cutOffLines(page: Page): Promise<readonly string[]> {
  return (await page.evaluate(cutOff)) as readonly string[];
}

/** Runs in the page. Leaves out texts for screen readers only, which are one pixel high. */
const cutOff = `[...document.querySelectorAll("*")].flatMap((element) => {
  const { clientHeight, scrollHeight } = element;
  if (clientHeight <= 1 || scrollHeight - clientHeight < 2 || element.textContent.trim() === "" || element.closest(".sr-only") !== null) return [];
  const { overflowY, lineHeight } = getComputedStyle(element);
  if (!["hidden", "clip"].includes(overflowY) || !element.checkVisibility({ visibilityProperty: true })) return [];
  return clientHeight < Math.floor(parseFloat(lineHeight)) ? [element.textContent.trim().slice(0, 40) + " is " + clientHeight + " px high"] : [];
})`;
