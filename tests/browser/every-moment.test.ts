import { afterAll, beforeAll, expect, test } from "bun:test";
import { describeUnless } from "../harness/describe-unless.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { whyNoBrowser } from "./harness/chromium.ts";
import { everyMoment, openMoment } from "./harness/every-moment.ts";
import { firstMoments } from "./harness/first-moments.ts";
import { type ServedWorld, serveWorld, setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { type Findings, goAround, inTwo, lookClosely, nothingFound } from "./harness/tour.ts";
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
  const opening = { open: openMoment, look: lookClosely };
  await Promise.all([
    ...inTwo(everyMoment(world)).map((stops) => goAround(inside, { stops, ...opening }, found)),
    goAround({ browser, url: fresh.url }, { stops: await firstMoments(fresh), ...opening }, found),
  ]);
  return found;
}
