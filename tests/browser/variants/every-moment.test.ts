import { afterAll, beforeAll, expect, test } from "bun:test";
import { describeUnless } from "../../harness/describe-unless.ts";
import { whyNoBrowser } from "../harness/chromium.ts";
import { lookBriefly, lookClosely } from "../harness/desktop-looks.ts";
import { type ServedWorld, serveWorld, setUpTimeoutMs } from "../harness/served-dashboard.ts";
import type { Findings } from "../harness/tour.ts";
import { desktop } from "../harness/visit.ts";
import { seeEveryMoment } from "../harness/world-tours.ts";

const problem = await whyNoBrowser();
const tourTimeoutMs = 600_000;
const looks = { briefly: lookBriefly, closely: lookClosely };

describeUnless(problem, "a page with a dialog or a panel open, or on its first day,", () => {
  let served: ServedWorld;
  let found: Findings;
  beforeAll(async () => {
    served = await serveWorld();
    found = await seeEveryMoment(served, looks, { viewport: desktop }, new Set());
  }, setUpTimeoutMs + tourTimeoutMs);
  afterAll(() => served?.[Symbol.asyncDispose]());

  test("has no errors, keeps to the content security policy, and contacts only its server", () => {
    expect(found.faults).toEqual([]);
  });

  test("has no accessibility problems", () => {
    expect(found.accessibility).toEqual([]);
  });

  test("fits its window without scrolling sideways", () => {
    expect(found.desktop).toEqual([]);
  });
});
