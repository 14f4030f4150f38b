import type { Page } from "playwright-core";
import { WeirInstallation } from "../../harness/weir-installation.ts";
import type { Person } from "../world/manage-session.ts";
import { people } from "../world/world-people.ts";
import type { SeenTexts } from "./accessibility.ts";
import { everyMoment, type Moment, openMoment } from "./every-moment.ts";
import { everyPage, follow, open, type Place } from "./every-page.ts";
import { everyQuestion } from "./every-question.ts";
import { firstMoments } from "./first-moments.ts";
import type { ServedWorld } from "./served-dashboard.ts";
import { type Findings, goAround, inTwo, nothingFound, type Tour } from "./tour.ts";
import type { VisitOptions } from "./visit.ts";

type Look = Tour<Place>["look"];
type Screen = Pick<VisitOptions, "viewport" | "colourScheme" | "pixelRatio">;

/** Visits all pages: those that need a sign-in, and at the same time those that do not. */
export async function seeEveryPage(
  served: ServedWorld,
  look: Look,
  screen: Screen,
  found: Findings,
): Promise<Findings> {
  const { browser, url, world } = served;
  const stops = everyPage(world).filter(({ isOutside }) => isOutside);
  await Promise.all([
    seePagesInside(served, people.owner, { look, ...screen }, found),
    goAround({ browser, url, ...screen }, { stops, open, look }, found),
  ]);
  return found;
}

/** Visits the pages that need a sign-in, in two tours side by side. */
export async function seePagesInside(
  { browser, url, world }: ServedWorld,
  person: Person,
  { look, ...screen }: Screen & { readonly look: Look },
  found = nothingFound(),
): Promise<Findings> {
  const places = everyPage(world).filter(({ isOutside }) => !isOutside);
  const inside = { browser, url, person, account: world.account, ...screen };
  await Promise.all(inTwo(places).map((stops) => goAround(inside, { stops, open: follow, look }, found)));
  return found;
}

/** How to look at moments of which only the opened part is checked, and at the others. */
interface Looks {
  readonly briefly: Look;
  readonly closely: Look;
}

/** Opens every dialog, panel and menu of the seeded world, and the first pages of a new server. */
export async function seeEveryMoment(
  { browser, url, world }: ServedWorld,
  { briefly, closely }: Looks,
  screen: Screen,
  texts: SeenTexts,
): Promise<Findings> {
  await using fresh = new WeirInstallation();
  await fresh.start();
  const found = nothingFound(texts);
  const inside = { browser, url, person: people.owner, account: world.account, ...screen };
  const look = (page: Page, moment: Moment, into: Findings) =>
    (moment.isBrief ? briefly : closely)(page, moment, into);
  const opening = { open: openMoment, look };
  // Questions come first, because secrets are shown only for some minutes after a sign-in.
  const stops = [...everyQuestion(world), ...everyMoment(world)];
  await Promise.all([
    ...inTwo(stops).map((half) => goAround(inside, { stops: half, ...opening }, found)),
    goAround({ browser, url: fresh.url, ...screen }, { stops: await firstMoments(fresh), ...opening }, found),
  ]);
  return found;
}
