import type { Page } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";
import {
  accessibilityProblems,
  accessibilityProblemsOf,
  contrastProblems,
  type SeenTexts,
} from "./accessibility.ts";
import { cutOffChoices, hasChoices } from "./cut-off-choices.ts";
import { cutOffLines } from "./cut-off-lines.ts";
import { openedParts, type Place, untilShown } from "./every-page.ts";
import { untilQuiet } from "./pending-requests.ts";
import { smallTargets } from "./small-targets.ts";
import { useFinger } from "./use-finger.ts";
import { desktop, phone, type VisitOptions, visit } from "./visit.ts";

/** The problems at the places of a tour, each with the name of the place. */
export interface Findings {
  readonly faults: string[];
  readonly headings: string[];
  readonly accessibility: string[];
  readonly desktop: string[];
  readonly phone: string[];
  /** Selects that do not show their whole value, on a desktop and on phones. */
  readonly choices: string[];
  /** What a finger can hardly hit on a phone. */
  readonly targets: string[];
  /** Texts on a phone of which less than a line is shown. */
  readonly lines: string[];
  /** The texts that were checked at one of the places. */
  readonly texts: SeenTexts;
  /** The routes that were visited. */
  readonly routes: Set<string>;
  /** The names of all buttons and links. */
  readonly offers: Set<string>;
}

/** No findings yet. A tour that follows another passes the texts that the other has checked. */
export function nothingFound(texts: SeenTexts = new Set()): Findings {
  return {
    faults: [],
    headings: [],
    accessibility: [],
    desktop: [],
    phone: [],
    choices: [],
    targets: [],
    lines: [],
    texts,
    routes: new Set(),
    offers: new Set(),
  };
}

export interface Tour<Stop extends Place> {
  readonly stops: readonly Stop[];
  readonly open: (page: Page, stop: Stop) => Promise<void>;
  readonly look: (page: Page, stop: Stop, found: Findings) => Promise<void>;
}

/**
 * Goes from place to place in one browser, with two pixels for each of CSS, because some places have drawings. If a place
 * cannot be opened or checked, that is one of the faults.
 */
export function goAround<Stop extends Place>(
  options: VisitOptions,
  { stops, open, look }: Tour<Stop>,
  found: Findings,
): Promise<void> {
  return visit({ pixelRatio: 2, ...options }, async (page, faults) => {
    for (const stop of stops) {
      await open(page, stop)
        .then(() => look(page, stop, found))
        .catch((error: Error) => faults.push(error.message));
      found.faults.push(...faults.splice(0).map((words) => `${stop.name}: ${words}`));
    }
  });
}

/** Splits the stops into two tours for two browsers. A stop that continues from another stays with it. */
export function inTwo<Stop extends Place & { readonly goesOn?: true }>(
  stops: readonly Stop[],
): readonly (readonly Stop[])[] {
  const starts = stops.filter(({ goesOn }) => !goesOn);
  const startOf = (stop: Stop) => stops.slice(0, stops.indexOf(stop) + 1).findLast(({ goesOn }) => !goesOn)!;
  const isIn = (half: number) => (stop: Stop) => starts.indexOf(startOf(stop)) % 2 === half;
  return [stops.filter(isIn(0)), stops.filter(isIn(1))];
}

/** Checks a page before anything is opened on it. */
export async function lookAtPage(page: Page, place: Place, found: Findings): Promise<void> {
  const { name, isOutside } = place;
  found.routes.add((await page.evaluate("__TSR_ROUTER__.state.matches.at(-1).routeId")) as string);
  const headings = await page.getByRole("heading", { level: 1 }).count();
  if (headings !== 1) found.headings.push(`${name} has ${headings}`);
  await noteOffers(page, place, found);
  await lookClosely(page, place, found, async () => {
    await useFinger(page, true);
    await untilShown(page);
    if (isOutside) return;
    if (!(await hasBarAtFoot(page))) found.phone.push(`${name} has no bar at its foot`);
    await lookUnderFinger(page, place, found);
  });
  await useFinger(page, false);
}

/** Checks a page on a phone with a touch screen. */
export async function lookUnderFinger(page: Page, { name }: Place, found: Findings): Promise<void> {
  found.targets.push(...(await smallTargets(page)).map((words) => `${name}: ${words}`));
  found.lines.push(...(await cutOffLines(page)).map((words) => `${name}: ${words}`));
}

/** The width of the narrowest phones still in use. */
const narrowestPx = 320;

/** Checks what must hold for anything on the screen, a page as well as a dialog. */
export async function lookClosely(
  page: Page,
  { name }: Place,
  found: Findings,
  lookOnPhone = () => untilQuiet(page),
): Promise<void> {
  await lookInBothSchemes(page, name, found, accessibilityProblems);
  const noteChoices = async (widthPx: number) => {
    const cut = await cutOffChoices(page);
    found.choices.push(...cut.map((words) => `${name}, ${widthPx} px wide: ${words}`));
  };
  await noteChoices(desktop.width);
  const overflow = await overflowPx(page);
  if (overflow > 0) found.desktop.push(`${name} is ${overflow} px too wide`);
  await page.setViewportSize(phone);
  await lookOnPhone();
  const overflowOnPhone = await overflowPx(page);
  if (overflowOnPhone > 0) found.phone.push(`${name} is ${overflowOnPhone} px too wide`);
  await noteChoices(phone.width);
  if (await hasChoices(page)) {
    await page.setViewportSize({ ...phone, width: narrowestPx });
    await noteChoices(narrowestPx);
  }
  await page.setViewportSize(desktop);
}

/** Checks a dialog, menu or list alone. */
export async function lookBriefly(page: Page, { name }: Place, found: Findings): Promise<void> {
  await lookInBothSchemes(page, name, found, (shown, texts) =>
    accessibilityProblemsOf(shown, openedParts, texts),
  );
}

/** Pages that are shown in the dark scheme now. */
const dark = new WeakSet<Page>();

/**
 * Checks everything in the light scheme, and in the dark one only colours, because nothing else depends on it. The next
 * place begins with the scheme in which this one ends: every change of the scheme draws the whole page again.
 */
async function lookInBothSchemes(
  page: Page,
  name: string,
  found: Findings,
  problemsOf: (page: Page, texts: SeenTexts) => Promise<string[]>,
): Promise<void> {
  const noteDark = async () => {
    const problems = await contrastProblems(page, found.texts);
    found.accessibility.push(...problems.map((words) => `${name}, dark: ${words}`));
  };
  const isDarkFirst = dark.delete(page);
  if (isDarkFirst) {
    await noteDark();
    await page.emulateMedia({ colorScheme: "light" });
  }
  const problems = await problemsOf(page, found.texts);
  found.accessibility.push(...problems.map((words) => `${name}: ${words}`));
  if (isDarkFirst) return;
  await page.emulateMedia({ colorScheme: "dark" });
  dark.add(page);
  await noteDark();
}

/** Collects the buttons and links; on request, also those that are hidden in a window of this width. */
export async function noteOffers(
  page: Page,
  _: Place,
  { offers }: Findings,
  includeHidden = false,
): Promise<void> {
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

/** Runs in the page. Returns how far it or its main part can be scrolled sideways. */
const sidewaysPx = `Math.max(...[document.scrollingElement, document.querySelector("main")]
  .filter((element) => element !== null)
  .map((element) => element.scrollWidth - element.clientWidth))`;
/** A popup moves a moment after the window was resized. */
const movedWithinMs = 2000;

async function overflowPx(page: Page): Promise<number> {
  const read = async (): Promise<number> => (await page.evaluate(sidewaysPx)) as number;
  await waitUntil("it fits", async () => (await read()) <= 0, movedWithinMs).catch(() => undefined);
  return read();
}
