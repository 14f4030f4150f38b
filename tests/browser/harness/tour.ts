import type { Page } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";
import {
  accessibilityProblems,
  accessibilityProblemsOf,
  contrastProblems,
  type SeenTexts,
} from "./accessibility.ts";
import { cutOffChoices } from "./cut-off-choices.ts";
import { openedParts, type Place, untilShown } from "./every-page.ts";
import { untilQuiet } from "./pending-requests.ts";
import { desktop, phone, type VisitOptions, visit } from "./visit.ts";

/** What is wrong with the places of a tour, each with the name of the place. */
export interface Findings {
  readonly faults: string[];
  readonly headings: string[];
  readonly accessibility: string[];
  readonly desktop: string[];
  readonly phone: string[];
  /** Selects that do not show their whole value, on a desktop and on phones. */
  readonly choices: string[];
  /** Looked at on one of the places. */
  readonly texts: SeenTexts;
  /** Those of the router that were looked at. */
  readonly routes: Set<string>;
  /** Names of buttons and links, wherever they are. */
  readonly offers: Set<string>;
}

/** Where the tour follows another, it need not look at texts that the other has seen. */
export function nothingFound(texts: SeenTexts = new Set()): Findings {
  return {
    faults: [],
    headings: [],
    accessibility: [],
    desktop: [],
    phone: [],
    choices: [],
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

/** Goes from place to place in one browser. Where one cannot be opened or looked at, that is among the faults. */
export function goAround<Stop extends Place>(
  options: VisitOptions,
  { stops, open, look }: Tour<Stop>,
  found: Findings,
): Promise<void> {
  return visit(options, async (page, faults) => {
    for (const stop of stops) {
      await open(page, stop)
        .then(() => look(page, stop, found))
        .catch((error: Error) => faults.push(error.message));
      found.faults.push(...faults.splice(0).map((words) => `${stop.name}: ${words}`));
    }
  });
}

/** Two tours of the same stops, for two browsers side by side. A stop that goes on from another stays with it. */
export function inTwo<Stop extends Place & { readonly goesOn?: true }>(
  stops: readonly Stop[],
): readonly (readonly Stop[])[] {
  const starts = stops.filter(({ goesOn }) => !goesOn);
  const startOf = (stop: Stop) => stops.slice(0, stops.indexOf(stop) + 1).findLast(({ goesOn }) => !goesOn)!;
  const isIn = (half: number) => (stop: Stop) => starts.indexOf(startOf(stop)) % 2 === half;
  return [stops.filter(isIn(0)), stops.filter(isIn(1))];
}

/** At a page, as it is before anybody opens something. */
export async function lookAtPage(page: Page, place: Place, found: Findings): Promise<void> {
  const { name, isOutside } = place;
  found.routes.add((await page.evaluate("__TSR_ROUTER__.state.matches.at(-1).routeId")) as string);
  const headings = await page.getByRole("heading", { level: 1 }).count();
  if (headings !== 1) found.headings.push(`${name} has ${headings}`);
  await noteOffers(page, place, found);
  await lookClosely(page, place, found, async () => {
    await untilShown(page);
    if (!isOutside && !(await hasBarAtFoot(page))) found.phone.push(`${name} has no bar at its foot`);
  });
}

/** Of the narrowest phones that are still about. */
const narrowestPx = 320;

/** At what holds wherever something is shown, be it a page or a dialog before one. */
export async function lookClosely(
  page: Page,
  { name }: Place,
  found: Findings,
  lookOnPhone = () => untilQuiet(page),
): Promise<void> {
  const light = await accessibilityProblems(page, found.texts);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await contrastProblems(page, found.texts);
  await page.emulateMedia({ colorScheme: "light" });
  found.accessibility.push(...light.map((words) => `${name}: ${words}`));
  found.accessibility.push(...dark.map((words) => `${name}, dark: ${words}`));
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
  await page.setViewportSize({ ...phone, width: narrowestPx });
  await noteChoices(narrowestPx);
  await page.setViewportSize(desktop);
}

/** At a dialog, menu or list alone. */
export async function lookBriefly(page: Page, { name }: Place, found: Findings): Promise<void> {
  const light = await accessibilityProblemsOf(page, openedParts, found.texts);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await contrastProblems(page, found.texts);
  await page.emulateMedia({ colorScheme: "light" });
  found.accessibility.push(...light.map((words) => `${name}: ${words}`));
  found.accessibility.push(...dark.map((words) => `${name}, dark: ${words}`));
}

/** At what can be done here. */
export async function noteOffers(page: Page, _: Place, { offers }: Findings): Promise<void> {
  const main = page.getByRole("main");
  const names = await main.getByRole("button").or(main.getByRole("link")).evaluateAll(namesOf);
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

/** Runs in the page: how far it, or its main part, can be scrolled sideways. */
const sidewaysPx = `Math.max(...[document.scrollingElement, document.querySelector("main")]
  .filter((element) => element !== null)
  .map((element) => element.scrollWidth - element.clientWidth))`;
/** What hangs on a button finds its new place a moment after the window has changed. */
const movedWithinMs = 2000;

async function overflowPx(page: Page): Promise<number> {
  const read = async (): Promise<number> => (await page.evaluate(sidewaysPx)) as number;
  await waitUntil("it fits", async () => (await read()) <= 0, movedWithinMs).catch(() => undefined);
  return read();
}
