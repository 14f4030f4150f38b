import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeUnless } from "../harness/describe-unless.ts";
import { accessibilityProblems, contrastProblems } from "./harness/accessibility.ts";
import { whyNoBrowser } from "./harness/chromium.ts";
import { everyPage, open, type Place, untilShown } from "./harness/every-page.ts";
import { type ServedWorld, serveWorld, setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { desktop, phone, type VisitOptions, visit } from "./harness/visit.ts";
import type { Person } from "./world/manage-session.ts";
import { people } from "./world/world-people.ts";

const problem = await whyNoBrowser();
const toursTimeoutMs = 240_000;

/** What is wrong with the pages, each with the name of the page. */
interface Findings {
  readonly faults: string[];
  readonly headings: string[];
  readonly accessibility: string[];
  readonly desktop: string[];
  readonly phone: string[];
}

describeUnless(problem, "every page", () => {
  let served: ServedWorld;
  let owner: Findings;
  let viewer: Findings;
  beforeAll(async () => {
    served = await serveWorld();
    // Once around for all of it: going everywhere takes most of the time.
    owner = await goEverywhere(served, people.owner, look);
    viewer = await goEverywhere(served, people.viewer, async () => undefined);
  }, setUpTimeoutMs + toursTimeoutMs);
  afterAll(() => served?.[Symbol.asyncDispose]());

  test("is without errors, keeps to the content security policy, and asks nobody but its server", () => {
    expect(owner.faults).toEqual([]);
  });

  test("asks for nothing that is refused to a viewer", () => {
    expect(viewer.faults).toEqual([]);
  });

  test("has one first-level heading", () => {
    expect(owner.headings).toEqual([]);
  });

  test("is without faults that axe finds, light and dark", () => {
    expect(owner.accessibility).toEqual([]);
  });

  test("fits its window: nothing has to be scrolled sideways", () => {
    expect(owner.desktop).toEqual([]);
  });

  test("fits a phone, with the ways to the other pages at its foot", () => {
    expect(owner.phone).toEqual([]);
  });
});

type Look = (page: Page, place: Place, found: Findings) => Promise<void>;

async function look(page: Page, { name, isOutside }: Place, found: Findings): Promise<void> {
  const headings = await page.getByRole("heading", { level: 1 }).count();
  if (headings !== 1) found.headings.push(`${name} has ${headings}`);
  const light = await accessibilityProblems(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await contrastProblems(page);
  await page.emulateMedia({ colorScheme: "light" });
  found.accessibility.push(...light.map((words) => `${name}: ${words}`));
  found.accessibility.push(...dark.map((words) => `${name}, dark: ${words}`));
  const overflow = await overflowPx(page);
  if (overflow > 0) found.desktop.push(`${name} is ${overflow} px too wide`);
  await page.setViewportSize(phone);
  await untilShown(page);
  const overflowOnPhone = await overflowPx(page);
  if (overflowOnPhone > 0) found.phone.push(`${name} is ${overflowOnPhone} px too wide`);
  if (!isOutside && !(await hasBarAtFoot(page))) found.phone.push(`${name} has no bar at its foot`);
  await page.setViewportSize(desktop);
}

/** Visits all pages, in three tours side by side: those for people inside in two, and those for people outside. */
async function goEverywhere(served: ServedWorld, person: Person, act: Look): Promise<Findings> {
  const { browser, url, world } = served;
  const inside = { browser, url, person, account: world.account };
  const places = everyPage(world);
  const forPeople = places.filter(({ isOutside }) => !isOutside);
  const found: Findings = { faults: [], headings: [], accessibility: [], desktop: [], phone: [] };
  const goAround = (options: VisitOptions, chosen: readonly Place[]) =>
    visit(options, async (page, faults) => {
      for (const place of chosen) {
        await open(page, place)
          .then(() => act(page, place, found))
          .catch((error: Error) => faults.push(error.message));
        found.faults.push(...faults.splice(0).map((words) => `${place.name}: ${words}`));
      }
    });
  await Promise.all([
    goAround(
      inside,
      forPeople.filter((_, nth) => nth % 2 === 0),
    ),
    goAround(
      inside,
      forPeople.filter((_, nth) => nth % 2 === 1),
    ),
    goAround(
      { browser, url },
      places.filter(({ isOutside }) => isOutside),
    ),
  ]);
  return found;
}

async function hasBarAtFoot(page: Page): Promise<boolean> {
  const bar = await page.getByRole("navigation", { name: "Main" }).boundingBox();
  return bar !== null && Math.round(bar.y + bar.height) === phone.height;
}

/** How far the page, or its main part, can be scrolled sideways. */
async function overflowPx(page: Page): Promise<number> {
  return (await page.evaluate(`Math.max(...[document.scrollingElement, document.querySelector("main")]
    .filter((element) => element !== null)
    .map((element) => element.scrollWidth - element.clientWidth))`)) as number;
}
