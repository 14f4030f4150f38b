import type { Page } from "playwright-core";

/** The visible selects and comboboxes that cut off their value, or would cut off another of their choices. */
export async function cutOffChoices(page: Page): Promise<readonly string[]> {
  return (await page.evaluate(cutOff)) as readonly string[];
}

/** Whether the page has a select or combobox at all. Only then can `cutOffChoices` find one. */
export async function hasChoices(page: Page): Promise<boolean> {
  return (await page.locator(choices).count()) > 0;
}

const choices = "select, input[role=combobox]";

/**
 * Runs in the page. A select does not say that its text is cut off, so a copy with the width of its longest choice is
 * laid out beside it for comparison.
 */
const cutOff = `[...document.querySelectorAll("${choices}")]
  .filter((element) => element.checkVisibility() && element.offsetWidth > 1)
  .flatMap((element) => {
    const name = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? "?";
    if (element.tagName === "INPUT")
      return element.scrollWidth > element.clientWidth ? [name + ": " + element.value] : [];
    const copy = element.cloneNode(true);
    copy.removeAttribute("id");
    for (const [property, value] of Object.entries({ width: "max-content", "max-width": "none", position: "absolute" }))
      copy.style.setProperty(property, value, "important");
    element.after(copy);
    const missingPx = copy.offsetWidth - element.offsetWidth;
    copy.remove();
    const longest = [...element.options].map(({ text }) => text).sort((one, other) => other.length - one.length)[0];
    return missingPx > 0 ? [name + ": “" + longest + "” needs " + missingPx + " px more"] : [];
  })`;
