import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeUnless } from "../harness/describe-unless.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import type { SeenTexts } from "./harness/accessibility.ts";
import { whyNoBrowser } from "./harness/chromium.ts";
import { everyMoment, type Moment, openMoment } from "./harness/every-moment.ts";
import { everyPage, follow, open, type Place } from "./harness/every-page.ts";
import { everyQuestion } from "./harness/every-question.ts";
import { firstMoments } from "./harness/first-moments.ts";
import { type ServedWorld, serveWorld, setUpTimeoutMs } from "./harness/served-dashboard.ts";
import {
  type Findings,
  goAround,
  inTwo,
  lookAtPage,
  lookBriefly,
  lookClosely,
  lookUnderFinger,
  noteOffers,
  nothingFound,
  type Tour,
} from "./harness/tour.ts";
import { desktop, phone, type VisitOptions, visit } from "./harness/visit.ts";
import type { Person } from "./world/manage-session.ts";
import { people } from "./world/world-people.ts";

const problem = await whyNoBrowser();
const toursTimeoutMs = 600_000;
const texts: SeenTexts = new Set();

/** Buttons and links that the pages offer to owners only. */
const forOwners = [
  "Invite member",
  "Remove Cleo Marsh",
  "Revoke the invitation for dario@riverside.example",
  "Create key",
  "Revoke Grafana",
  "Rename",
];

describeUnless(problem, "in the seeded world,", () => {
  let served: ServedWorld;
  beforeAll(async () => {
    served = await serveWorld();
  }, setUpTimeoutMs);
  afterAll(() => served?.[Symbol.asyncDispose]());

  describe("every page", () => testPages(() => served));
  // Comes last, because opening things changes the seeded world here and there.
  describe("a page with a dialog or a panel open, or on its first day,", () => testMoments(() => served));
});

function testPages(served: () => ServedWorld): void {
  let owner: Findings;
  let editor: Findings;
  let viewer: Findings;
  beforeAll(async () => {
    // One tour checks everything, because opening the pages takes most of the time.
    owner = await goEverywhere(served(), people.owner, { open: follow, look: lookAtPage });
    // On a phone, because the owner's tour opens every page on a desktop.
    editor = await goInside(served(), people.editor, { open: follow, look: lookOnPhone, viewport: phone });
    viewer = await goInside(served(), people.viewer, { open: follow, look: noteOffers });
  }, toursTimeoutMs);

  test("has no errors, keeps to the content security policy, and contacts only its server", () => {
    expect(owner.faults).toEqual([]);
  });

  test("is visited", async () => {
    const isPage = "({ children }) => children === undefined";
    const routes = await visit(served(), async (page) => {
      await page.goto("/");
      return page.evaluate(`Object.values(__TSR_ROUTER__.routesById).filter(${isPage}).map(({ id }) => id)`);
    });
    expect([...owner.routes].sort()).toEqual((routes as string[]).sort());
  });

  test("is served at its own address", async () => {
    const { url, world } = served();
    const load = async (path: string) => {
      const response = await fetch(url + path, { headers: { accept: "text/html" } });
      return { status: response.status, text: await response.text() };
    };
    const home = await load("/");
    expect(home.status).toBe(200);
    expect(home.text).toContain("<script");
    const others: string[] = [];
    for (const { name, path } of everyPage(world))
      if (!Bun.deepEquals(await load(path), home)) others.push(name);
    expect(others).toEqual([]);
  });

  test("requests nothing that is refused to a viewer, or to an editor on a phone", () => {
    expect(viewer.faults).toEqual([]);
    expect(editor.faults).toEqual([]);
  });

  test("offers owner actions to owners only", () => {
    const offered = ({ offers }: Findings) => forOwners.filter((name) => offers.has(name));
    expect(offered(owner)).toEqual(forOwners);
    expect(offered(editor)).toEqual([]);
    expect(offered(viewer)).toEqual([]);
  });

  test("has only targets on a phone that a finger can hit, and whole lines of text", () => {
    expect([...owner.targets, ...editor.targets]).toEqual([]);
    expect([...owner.lines, ...editor.lines]).toEqual([]);
  });

  test("has one first-level heading", () => {
    expect(owner.headings).toEqual([]);
  });

  test("has no accessibility problems, light and dark", () => {
    expect(owner.accessibility).toEqual([]);
  });

  test("fits its window without scrolling sideways", () => {
    expect(owner.desktop).toEqual([]);
  });

  test("has selects with room for each of their choices, even on the narrowest phone", () => {
    expect(owner.choices).toEqual([]);
  });

  test("fits a phone, with the navigation at the bottom", () => {
    expect(owner.phone).toEqual([]);
  });
}

function testMoments(served: () => ServedWorld): void {
  let found: Findings;
  beforeAll(async () => {
    found = await seeMoments(served());
  }, toursTimeoutMs);

  test("has no errors, keeps to the content security policy, and contacts only its server", () => {
    expect(found.faults).toEqual([]);
  });

  test("has no accessibility problems, light and dark", () => {
    expect(found.accessibility).toEqual([]);
  });

  test("fits its window without scrolling sideways", () => {
    expect(found.desktop).toEqual([]);
  });

  test("has selects with room for each of their choices, even on the narrowest phone", () => {
    expect(found.choices).toEqual([]);
  });

  test("fits a phone", () => {
    expect(found.phone).toEqual([]);
  });
}

type Manner = Omit<Tour<Place>, "stops"> & Pick<VisitOptions, "viewport">;

async function lookOnPhone(page: Page, place: Place, found: Findings): Promise<void> {
  await noteOffers(page, place, found, true);
  await lookUnderFinger(page, place, found);
}

/** Visits all pages: those that need a sign-in, and at the same time those that do not. */
async function goEverywhere(served: ServedWorld, person: Person, manner: Manner): Promise<Findings> {
  const { browser, url, world } = served;
  const stops = everyPage(world).filter(({ isOutside }) => isOutside);
  const found = nothingFound(texts);
  await Promise.all([
    goInside(served, person, manner, found),
    goAround({ browser, url }, { stops, ...manner, open }, found),
  ]);
  return found;
}

/** Visits the pages that need a sign-in, in two tours side by side. */
async function goInside(
  { browser, url, world }: ServedWorld,
  person: Person,
  { viewport = desktop, ...manner }: Manner,
  found = nothingFound(),
): Promise<Findings> {
  const places = everyPage(world).filter(({ isOutside }) => !isOutside);
  const inside = { browser, url, person, account: world.account, viewport };
  await Promise.all(inTwo(places).map((stops) => goAround(inside, { stops, ...manner }, found)));
  return found;
}

/** Looks at the moments of the seeded world and at those of a new server. */
async function seeMoments({ browser, url, world }: ServedWorld): Promise<Findings> {
  await using fresh = new WeirInstallation();
  await fresh.start();
  const found = nothingFound(texts);
  const inside = { browser, url, person: people.owner, account: world.account };
  const look = (page: Page, moment: Moment, into: Findings) =>
    (moment.isBrief ? lookBriefly : lookClosely)(page, moment, into);
  const opening = { open: openMoment, look };
  // Questions come first, because secrets are shown only for some minutes after a sign-in.
  const stops = [...everyQuestion(world), ...everyMoment(world)];
  await Promise.all([
    ...inTwo(stops).map((half) => goAround(inside, { stops: half, ...opening }, found)),
    goAround({ browser, url: fresh.url }, { stops: await firstMoments(fresh), ...opening }, found),
  ]);
  return found;
}
