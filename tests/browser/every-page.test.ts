import { afterAll, beforeAll, expect, test } from "bun:test";
import { describeUnless } from "../harness/describe-unless.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { whyNoBrowser } from "./harness/chromium.ts";
import { everyMoment, openMoment } from "./harness/every-moment.ts";
import { everyPage, open, type Place } from "./harness/every-page.ts";
import { firstMoments } from "./harness/first-moments.ts";
import { type ServedWorld, serveWorld, setUpTimeoutMs } from "./harness/served-dashboard.ts";
import {
  type Findings,
  goAround,
  lookAtPage,
  lookClosely,
  noteOffers,
  nothingFound,
  type Tour,
} from "./harness/tour.ts";
import type { Person } from "./world/manage-session.ts";
import { people } from "./world/world-people.ts";

const problem = await whyNoBrowser();
const toursTimeoutMs = 400_000;

/** What the pages offer to owners and to nobody else. */
const forOwners = [
  ...["Invite somebody", "Remove Cleo Marsh", "Take back the invitation of dario@riverside.example"],
  ...["Create a key", "Revoke Grafana", "Rename"],
];

describeUnless(problem, "every page", () => {
  let served: ServedWorld;
  let owner: Findings;
  let editor: Findings;
  let viewer: Findings;
  let moments: Findings;
  beforeAll(async () => {
    served = await serveWorld();
    // Once around for all of it: going everywhere takes most of the time. Moments change the world a little and are last.
    owner = await goEverywhere(served, people.owner, lookAtPage);
    editor = await goEverywhere(served, people.editor, noteOffers);
    viewer = await goEverywhere(served, people.viewer, noteOffers);
    moments = await seeMoments(served);
  }, setUpTimeoutMs + toursTimeoutMs);
  afterAll(() => served?.[Symbol.asyncDispose]());

  test("is without errors, keeps to the content security policy, and asks nobody but its server", () => {
    expect(owner.faults).toEqual([]);
    expect(moments.faults).toEqual([]);
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

  test("is without faults that axe finds, light and dark, also with dialogs and panels open", () => {
    expect(owner.accessibility).toEqual([]);
    expect(moments.accessibility).toEqual([]);
  });

  test("fits its window: nothing has to be scrolled sideways", () => {
    expect(owner.desktop).toEqual([]);
    expect(moments.desktop).toEqual([]);
  });

  test("fits a phone, with the ways to the other pages at its foot", () => {
    expect(owner.phone).toEqual([]);
    expect(moments.phone).toEqual([]);
  });
});

/** Visits all pages, in three tours side by side: those for people inside in two, and those for people outside. */
async function goEverywhere(
  served: ServedWorld,
  person: Person,
  look: Tour<Place>["look"],
): Promise<Findings> {
  const { browser, url, world } = served;
  const inside = { browser, url, person, account: world.account };
  const places = everyPage(world);
  const forPeople = places.filter(({ isOutside }) => !isOutside);
  const found = nothingFound();
  const pages = (stops: readonly Place[]) => ({ stops, open, look });
  await Promise.all([
    goAround(inside, pages(forPeople.filter((_, nth) => nth % 2 === 0)), found),
    goAround(inside, pages(forPeople.filter((_, nth) => nth % 2 === 1)), found),
    goAround({ browser, url }, pages(places.filter(({ isOutside }) => isOutside)), found),
  ]);
  return found;
}

/** Those of the seeded world, beside those of a server that is new. */
async function seeMoments({ browser, url, world }: ServedWorld): Promise<Findings> {
  await using fresh = new WeirInstallation();
  await fresh.start();
  const found = nothingFound();
  const inside = { browser, url, person: people.owner, account: world.account };
  const opening = { open: openMoment, look: lookClosely };
  await Promise.all([
    goAround(inside, { stops: everyMoment(world), ...opening }, found),
    goAround({ browser, url: fresh.url }, { stops: await firstMoments(fresh), ...opening }, found),
  ]);
  return found;
}
