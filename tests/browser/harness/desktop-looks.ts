import type { Page } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";
import { accessibilityProblems, accessibilityProblemsOf } from "./accessibility.ts";
import { openedParts, type Place } from "./every-page.ts";
import type { Findings } from "./tour.ts";

/** Checks a page before anything is opened on it. */
export async function lookAtPage(page: Page, place: Place, found: Findings): Promise<void> {
  found.routes.add((await page.evaluate("__TSR_ROUTER__.state.matches.at(-1).routeId")) as string);
  const headings = await page.getByRole("heading", { level: 1 }).count();
  if (headings !== 1) found.headings.push(`${place.name} has ${headings}`);
  await lookClosely(page, place, found);
}

/** Checks what must hold for anything on the screen, a page as well as a dialog. */
export async function lookClosely(page: Page, { name }: Place, found: Findings): Promise<void> {
  const problems = await accessibilityProblems(page, found.texts);
  found.accessibility.push(...problems.map((words) => `${name}: ${words}`));
  const overflow = await overflowPx(page);
  if (overflow > 0) found.desktop.push(`${name} is ${overflow} px too wide`);
}

/** Checks a dialog, menu or list alone. */
export async function lookBriefly(page: Page, { name }: Place, found: Findings): Promise<void> {
  const problems = await accessibilityProblemsOf(page, openedParts, found.texts);
  found.accessibility.push(...problems.map((words) => `${name}: ${words}`));
}

/** Runs in the page. Returns how far it or its main part can be scrolled sideways. */
const sidewaysPx = `Math.max(...[document.scrollingElement, document.querySelector("main")]
  .filter((element) => element !== null)
  .map((element) => element.scrollWidth - element.clientWidth))`;
/** A popup moves a moment after the window was resized. */
const movedWithinMs = 2000;

export async function overflowPx(page: Page): Promise<number> {
  const read = async (): Promise<number> => (await page.evaluate(sidewaysPx)) as number;
  await waitUntil("it fits", async () => (await read()) <= 0, movedWithinMs).catch(() => undefined);
  return read();
}
