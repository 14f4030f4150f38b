import type { Page } from "playwright-core";

/** The least height and width of what people hit with a finger, as WCAG 2.2 demands. */
const targetPx = 24;

/** The visible buttons, links and fields that are too small for a finger, each with its size. */
export async function smallTargets(page: Page): Promise<readonly string[]> {
  return (await page.evaluate(small)) as readonly string[];
}

/**
 * Runs in the page. The label of a field counts as part of it, and so does what a link lays over its card. What is shown only while it has the focus, like the link
 * to the content, is not hit with a finger.
 */
const small = `[...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=button]")]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.closest("[aria-hidden=true], [inert], .sr-only") === null)
  .flatMap((element) => {
    const boxes = [element, element.closest("label"), ...(element.labels ?? [])].filter((part) => part !== null).map((part) => part.getBoundingClientRect());
    const after = getComputedStyle(element, "::after");
    if (after.content !== "none" && after.position === "absolute") boxes.push({ width: parseFloat(after.width), height: parseFloat(after.height) });
    const width = Math.round(Math.max(...boxes.map((box) => box.width || 0)));
    const height = Math.round(Math.max(...boxes.map((box) => box.height || 0)));
    const name = element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 40);
    return width >= ${targetPx} && height >= ${targetPx} ? [] : [name + " is " + width + " by " + height + " px"];
  })`;
