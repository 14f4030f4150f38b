import type { Page } from "playwright-core";
import { accessibilityProblems, contrastProblems } from "./accessibility.ts";
import { cutOffChoices, hasChoices } from "./cut-off-choices.ts";
import { cutOffLines } from "./cut-off-lines.ts";
import { overflowPx } from "./desktop-looks.ts";
import { openedParts, type Place, untilShown } from "./every-page.ts";
import { partsOffScreen } from "./parts-off-screen.ts";
import { untilQuiet } from "./pending-requests.ts";
import { smallTargets } from "./small-targets.ts";
import type { Findings } from "./tour.ts";
import { useFinger } from "./use-finger.ts";
import { desktop, phone, tablet } from "./visit.ts";
import { zoomedFields } from "./zoomed-fields.ts";

/** Checks a page before anything is opened on it. */
export async function lookAtPage(page: Page, place: Place, found: Findings): Promise<void> {
  await noteOffers(page, found);
  await lookClosely(page, place, found, async () => {
    await untilShown(page);
    if (place.isOutside) return;
    if (!(await hasBarAtFoot(page))) found.phone.push(`${place.name} has no bar at its foot`);
    await lookUnderFinger(page, place, found);
  });
}

/** Checks a page on a phone with a touch screen. */
export async function lookUnderFinger(page: Page, { name }: Place, found: Findings): Promise<void> {
  found.targets.push(...(await smallTargets(page)).map((words) => `${name}: ${words}`));
  found.lines.push(...(await cutOffLines(page)).map((words) => `${name}: ${words}`));
}

/** The width of the narrowest phones still in use. */
const narrowestPx = 320;

/**
 * Checks a page or a dialog: its colours, and then whether it can be used on a phone and how it fits into narrower windows.
 * Nothing but colours depends on the scheme.
 */
export async function lookClosely(
  page: Page,
  { name }: Place,
  found: Findings,
  lookOnPhone = () => untilQuiet(page),
): Promise<void> {
  const problems = await contrastProblems(page, found.texts);
  found.accessibility.push(...problems.map((words) => `${name}: ${words}`));
  const noteChoices = async (widthPx: number) => {
    const cut = await cutOffChoices(page);
    found.choices.push(...cut.map((words) => `${name}, ${widthPx} px wide: ${words}`));
  };
  await noteChoices(desktop.width);
  await page.setViewportSize(phone);
  await useFinger(page, true);
  await lookOnPhone();
  const noteOverflow = async (widthPx: number) => {
    const overflow = await overflowPx(page);
    if (overflow > 0) found.phone.push(`${name} is ${overflow} px too wide for ${widthPx} px`);
  };
  await noteOverflow(phone.width);
  const hidden = await partsOffScreen(page);
  found.phone.push(...hidden.map((words) => `${name}: ${words} cannot be seen as a whole`));
  found.fields.push(...(await zoomedFields(page)).map((words) => `${name}: ${words}`));
  // Cards take the place of tables there, and menus that of buttons.
  const onPhone = await accessibilityProblems(page, found.texts);
  found.accessibility.push(...onPhone.map((words) => `${name} on a phone: ${words}`));
  await noteChoices(phone.width);
  if (await hasChoices(page)) {
    await page.setViewportSize({ ...phone, width: narrowestPx });
    await noteChoices(narrowestPx);
  }
  await page.setViewportSize(tablet);
  await untilQuiet(page);
  await noteOverflow(tablet.width);
  await useFinger(page, false);
  await page.setViewportSize(desktop);
}

/** Checks the colours of a dialog, menu or list alone. */
export async function lookBriefly(page: Page, { name }: Place, found: Findings): Promise<void> {
  const opened = `[...document.querySelectorAll(${JSON.stringify(openedParts)})].at(-1)`;
  const problems = await contrastProblems(page, found.texts, opened);
  found.accessibility.push(...problems.map((words) => `${name}: ${words}`));
}

/** Collects the buttons and links; on request, also those that are hidden in a window of this width. */
export async function noteOffers(page: Page, { offers }: Findings, includeHidden = false): Promise<void> {
  const main = page.getByRole("main");
  const links = main.getByRole("link", { includeHidden });
  const names = await main.getByRole("button", { includeHidden }).or(links).evaluateAll(namesOf);
  for (const name of names) offers.add(name);
}

/** Runs in the page. */
function namesOf(
  elements: readonly { getAttribute(name: string): string | null; textContent: string | null }[],
) {
  return elements.map((element) => element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "");
}

async function hasBarAtFoot(page: Page): Promise<boolean> {
  const bar = await page.getByRole("navigation", { name: "Main" }).boundingBox();
  return bar !== null && Math.round(bar.y + bar.height) === phone.height;
}
