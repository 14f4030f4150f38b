import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { describeUnless } from "../harness/describe-unless.ts";
import type { SeenTexts } from "./harness/accessibility.ts";
import { whyNoBrowser } from "./harness/chromium.ts";
import { lookAtPage, lookBriefly, lookClosely } from "./harness/desktop-looks.ts";
import { everyPage, untilShown } from "./harness/every-page.ts";
import { type ServedWorld, serveWorld, setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { type Findings, nothingFound } from "./harness/tour.ts";
import { desktop, visit } from "./harness/visit.ts";
import { seeEveryMoment, seeEveryPage } from "./harness/world-tours.ts";

const problem = await whyNoBrowser();
const toursTimeoutMs = 600_000;
const texts: SeenTexts = new Set();
/** `variants/every-page-variants.test.ts` visits the same places on other screens. */
const screen = { viewport: desktop };

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
  let found: Findings;
  beforeAll(async () => {
    // One tour checks everything, because opening the pages takes most of the time.
    found = await seeEveryPage(served(), lookAtPage, screen, nothingFound(texts));
  }, toursTimeoutMs);

  test("has no errors, keeps to the content security policy, and contacts only its server", () => {
    expect(found.faults).toEqual([]);
  });

  test("is visited", async () => {
    const isPage = "({ children }) => children === undefined";
    const routes = await visit(served(), async (page) => {
      await page.goto("/");
      await untilShown(page);
      return page.evaluate(`Object.values(__TSR_ROUTER__.routesById).filter(${isPage}).map(({ id }) => id)`);
    });
    expect([...found.routes].sort()).toEqual((routes as string[]).sort());
  });

  test("is served at its own address", async () => {
    const { url, world } = served();
    const load = async (path: string) => {
      const response = await fetch(url + path, { headers: { accept: "text/html" } });
      return { status: response.status, text: withoutPreloads(await response.text()) };
    };
    const home = await load("/");
    expect(home.status).toBe(200);
    expect(home.text).toContain("<script");
    const others: string[] = [];
    for (const { name, path } of everyPage(world))
      if (!Bun.deepEquals(await load(path), home)) others.push(name);
    expect(others).toEqual([]);
  });

  test("has one first-level heading", () => {
    expect(found.headings).toEqual([]);
  });

  test("has no accessibility problems", () => {
    expect(found.accessibility).toEqual([]);
  });

  test("fits its window without scrolling sideways", () => {
    expect(found.desktop).toEqual([]);
  });
}

function testMoments(served: () => ServedWorld): void {
  let found: Findings;
  beforeAll(async () => {
    found = await seeEveryMoment(served(), { briefly: lookBriefly, closely: lookClosely }, screen, texts);
  }, toursTimeoutMs);

  test("has no errors, keeps to the content security policy, and contacts only its server", () => {
    expect(found.faults).toEqual([]);
  });

  test("has no accessibility problems", () => {
    expect(found.accessibility).toEqual([]);
  });

  test("fits its window without scrolling sideways", () => {
    expect(found.desktop).toEqual([]);
  });
}

/** Home has the browser load its files at once; apart from that, every address has the same page. */
function withoutPreloads(html: string): string {
  return html.replaceAll(/\s*<link rel="(module)?preload"[^>]*>/g, "");
}
