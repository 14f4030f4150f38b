import { afterAll, beforeAll, expect, test } from "bun:test";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoBrowser } from "./harness/chromium.ts";
import { everyPage, follow, open, type Place } from "./harness/every-page.ts";
import { type ServedWorld, serveWorld, setUpTimeoutMs } from "./harness/served-dashboard.ts";
import {
  type Findings,
  goAround,
  inTwo,
  lookAtPage,
  noteOffers,
  nothingFound,
  type Tour,
} from "./harness/tour.ts";
import { visit } from "./harness/visit.ts";
import type { Person } from "./world/manage-session.ts";
import { people } from "./world/world-people.ts";

const problem = await whyNoBrowser();
const toursTimeoutMs = 300_000;

/** What the pages offer to owners and to nobody else. */
const forOwners = [
  ...["Invite member", "Remove Cleo Marsh", "Revoke the invitation for dario@riverside.example"],
  ...["Create key", "Revoke Grafana", "Rename"],
];

describeUnless(problem, "every page", () => {
  let served: ServedWorld;
  let owner: Findings;
  let editor: Findings;
  let viewer: Findings;
  beforeAll(async () => {
    served = await serveWorld();
    // Once around for all of it: going everywhere takes most of the time.
    owner = await goEverywhere(served, people.owner, { open, look: lookAtPage });
    editor = await goInside(served, people.editor, { open: follow, look: noteOffers });
    viewer = await goInside(served, people.viewer, { open: follow, look: noteOffers });
  }, setUpTimeoutMs + toursTimeoutMs);
  afterAll(() => served?.[Symbol.asyncDispose]());

  test("is without errors, keeps to the content security policy, and asks nobody but its server", () => {
    expect(owner.faults).toEqual([]);
  });

  test("is looked at", async () => {
    const isPage = "({ children }) => children === undefined";
    const routes = await visit(served, async (page) => {
      await page.goto("/");
      return page.evaluate(`Object.values(__TSR_ROUTER__.routesById).filter(${isPage}).map(({ id }) => id)`);
    });
    expect([...owner.routes].sort()).toEqual((routes as string[]).sort());
  });

  test("asks for nothing that is refused to a viewer or an editor", () => {
    expect(viewer.faults).toEqual([]);
    expect(editor.faults).toEqual([]);
  });

  test("offers what takes an owner to owners only", () => {
    const offered = ({ offers }: Findings) => forOwners.filter((name) => offers.has(name));
    expect(offered(owner)).toEqual(forOwners);
    expect(offered(editor)).toEqual([]);
    expect(offered(viewer)).toEqual([]);
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

  test("has selects with room for each of their choices, also on the narrowest phone", () => {
    expect(owner.choices).toEqual([]);
  });

  test("fits a phone, with the ways to the other pages at its foot", () => {
    expect(owner.phone).toEqual([]);
  });
});

type Manner = Omit<Tour<Place>, "stops">;

/** Visits all pages: those for people inside, and at the same time those for people outside. */
async function goEverywhere(served: ServedWorld, person: Person, manner: Manner): Promise<Findings> {
  const { browser, url, world } = served;
  const stops = everyPage(world).filter(({ isOutside }) => isOutside);
  const found = nothingFound();
  await Promise.all([
    goInside(served, person, manner, found),
    goAround({ browser, url }, { stops, ...manner }, found),
  ]);
  return found;
}

/** Visits the pages for people inside, in two tours side by side. */
async function goInside(
  { browser, url, world }: ServedWorld,
  person: Person,
  manner: Manner,
  found = nothingFound(),
): Promise<Findings> {
  const places = everyPage(world).filter(({ isOutside }) => !isOutside);
  const inside = { browser, url, person, account: world.account };
  await Promise.all(inTwo(places).map((stops) => goAround(inside, { stops, ...manner }, found)));
  return found;
}
