import { afterAll, beforeAll, expect, test } from "bun:test";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoBrowser } from "./harness/chromium.ts";
import { lookAtPage } from "./harness/desktop-looks.ts";
import { everyPage, untilShown } from "./harness/every-page.ts";
import { type ServedWorld, serveWorld, setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { type Findings, nothingFound } from "./harness/tour.ts";
import { desktop, visit } from "./harness/visit.ts";
import { seeEveryPage } from "./harness/world-tours.ts";

const problem = await whyNoBrowser();
const toursTimeoutMs = 600_000;
/** `variants/` visits the same places on other screens, and opens their dialogs. */
const screen = { viewport: desktop };

describeUnless(problem, "in the seeded world, every page", () => {
  let served: ServedWorld;
  let found: Findings;
  beforeAll(async () => {
    served = await serveWorld();
    // One tour checks everything, because opening the pages takes most of the time.
    found = await seeEveryPage(served, lookAtPage, screen, nothingFound());
  }, setUpTimeoutMs + toursTimeoutMs);
  afterAll(() => served?.[Symbol.asyncDispose]());

  test("has no errors, keeps to the content security policy, and contacts only its server", () => {
    expect(found.faults).toEqual([]);
  });

  test("is visited", async () => {
    const isPage = "({ children }) => children === undefined";
    const routes = await visit(served, async (page) => {
      await page.goto("/");
      await untilShown(page);
      return page.evaluate(`Object.values(__TSR_ROUTER__.routesById).filter(${isPage}).map(({ id }) => id)`);
    });
    expect([...found.routes].sort()).toEqual((routes as string[]).sort());
  });

  test("is served at its own address", async () => {
    const { url, world } = served;
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
});

/** Home has the browser load its files at once; apart from that, every address has the same page. */
function withoutPreloads(html: string): string {
  return html.replaceAll(/\s*<link rel="(module)?preload"[^>]*>/g, "");
}
