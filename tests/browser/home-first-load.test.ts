import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { untilShown } from "./harness/every-page.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { addHomeDevices } from "./world/home-devices.ts";

/** What Home shows first needs these, in the order in which one answer leads to the next. */
const forValues = ["/session", "/devices/counts", "/overview", "/sensors", "/devices", "/sensor-types"];
/** What needs attention. */
const attention = ["/unsaved-readings", "/activity", "/mail-use"];

await describeWithOwner("the first load of Home", (at) => {
  beforeAll(() => addHomeDevices(at), setUpTimeoutMs);
  const firstVisit = <T>(act: (page: Page) => Promise<T>) => at.visit(act, { isFirst: true });

  test("asks for the values while the code that draws them is still loading", async () => {
    await firstVisit(async (page) => {
      const release = await holdFile(page, "libraries");
      const asked = page.waitForRequest("**/sensors?devices=*");
      await page.goto("/", { waitUntil: "commit" });
      await asked;
      await release();
      await page.getByRole("article").first().waitFor();
    });
  });

  test("asks for values first, and for what needs attention last", async () => {
    await firstVisit(async (page) => {
      await page.goto("/");
      await page.getByRole("heading", { name: "Needs attention" }).waitFor();
      await untilShown(page);
      const asked = await callsOf(page);
      const first = forValues.map((path) => asked.indexOf(path));
      const last = attention.map((path) => asked.indexOf(path));
      expect(Math.min(...first, ...last)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...first)).toBeLessThan(Math.min(...last));
      expect(asked.filter((path) => path === "/session")).toEqual(["/session"]);
    });
  });

  test("loads its files and the session before any of its code runs, and nothing twice", async () => {
    await firstVisit(async (page) => {
      const requested: string[] = [];
      page.on("request", (request) => requested.push(new URL(request.url()).pathname));
      const release = await holdFile(page, "requests");
      const early = ["**/session", "**/assets/libraries-*", "**/assets/home-page-*", "**/assets/boards-*"];
      const asked = Promise.all(early.map((url) => page.waitForRequest(url)));
      await page.goto("/", { waitUntil: "commit" });
      await asked;
      await release();
      await page.getByRole("article").first().waitFor();
      await untilShown(page);
      const files = requested.filter((path) => path.startsWith("/assets/") || path.endsWith("/session"));
      expect(files.toSorted()).toEqual([...new Set(files)].toSorted());
    });
  });
});

/** Holds a file back until the returned function is called, which fails if the page never asked for it. */
async function holdFile(page: Page, name: string): Promise<() => Promise<void>> {
  const url = `**/assets/${name}-*`;
  const released = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(url);
  return async () => {
    await asked;
    released.resolve();
  };
}

/** The calls of the API in the order in which they were sent, without the account and what they ask for. */
async function callsOf(page: Page): Promise<readonly string[]> {
  const urls = (await page.evaluate(readCalls)) as readonly string[];
  return urls.map((url) => new URL(url).pathname.replace(/^\/api\/manage\/v1(\/accounts\/[^/]+)?/, ""));
}

/** Runs in the page. */
const readCalls = `performance.getEntriesByType("resource")
  .filter(({ name }) => name.includes("/api/"))
  .sort((one, other) => one.startTime - other.startTime)
  .map(({ name }) => name)`;
