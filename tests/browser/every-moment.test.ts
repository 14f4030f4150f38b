import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeUnless } from "../harness/describe-unless.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { whyNoBrowser } from "./harness/chromium.ts";
import { everyMoment, type Moment, openMoment } from "./harness/every-moment.ts";
import { everyQuestion } from "./harness/every-question.ts";
import { firstMoments } from "./harness/first-moments.ts";
import { type ServedWorld, serveWorld, setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { type Findings, goAround, inTwo, lookBriefly, lookClosely, nothingFound } from "./harness/tour.ts";
import { people } from "./world/world-people.ts";

const problem = await whyNoBrowser();
const toursTimeoutMs = 300_000;

describeUnless(problem, "a page with a dialog or a panel open, or on its first day", () => {
  let served: ServedWorld;
  let found: Findings;
  beforeAll(async () => {
    served = await serveWorld();
    found = await seeMoments(served);
  }, setUpTimeoutMs + toursTimeoutMs);
  afterAll(() => served?.[Symbol.asyncDispose]());

  test("is without errors, keeps to the content security policy, and asks nobody but its server", () => {
    expect(found.faults).toEqual([]);
  });

  test("is without faults that axe finds, light and dark", () => {
    expect(found.accessibility).toEqual([]);
  });

  test("fits its window: nothing has to be scrolled sideways", () => {
    expect(found.desktop).toEqual([]);
  });

  test("has selects with room for each of their choices, also on the narrowest phone", () => {
    expect(found.choices).toEqual([]);
  });

  test("fits a phone", () => {
    expect(found.phone).toEqual([]);
  });
});

/** Those of the seeded world, beside those of a server that is new. */
async function seeMoments({ browser, url, world }: ServedWorld): Promise<Findings> {
  await using fresh = new WeirInstallation();
  await fresh.start();
  const found = nothingFound();
  const inside = { browser, url, person: people.owner, account: world.account };
  const look = (page: Page, moment: Moment, into: Findings) =>
    (moment.isBrief ? lookBriefly : lookClosely)(page, moment, into);
  const opening = { open: openMoment, look };
  const stops = [...everyMoment(world), ...everyQuestion(world)];
  await Promise.all([
    ...inTwo(stops).map((half) => goAround(inside, { stops: half, ...opening }, found)),
    goAround({ browser, url: fresh.url }, { stops: await firstMoments(fresh), ...opening }, found),
  ]);
  return found;
}
