import { beforeAll, expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { noticesName } from "../../scripts/third-party-notices.ts";
import { circleAmong } from "./harness/circle-among.ts";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { untilShown } from "./harness/every-page.ts";
import { type LoadedFile, noteLoading } from "./harness/loaded-files.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { untilOnline } from "./harness/until-online.ts";
import { sendReadings } from "./world/world-traffic.ts";

/** Limits for a first load. None of them is a time, because times depend on the machine. */
const budget = {
  /** Scripts and styles as they are sent to a browser. */
  bytes: 200_000,
  /** Scripts and styles. `requests` also counts the page, the icon and the calls of the API. */
  files: 12,
  requests: 21,
  /** The page requests the files that all pages need, and these request the files of this page. */
  depth: 2,
  imageBytes: 10_000,
};

const distFolder = fileURLToPath(new URL("../../packages/dashboard/dist/assets", import.meta.url));

await describeWithOwner("the first load of the device list", (at) => {
  const firstVisit = <T>(act: (page: Page) => Promise<T>) => at.visit(act, { isFirst: true });
  let loaded: readonly LoadedFile[];
  beforeAll(async () => {
    const sender = await at.createDevice(["temperature"]);
    await sendReadings(at.served.url, sender, "/sensors/temperature/readings", { data: { value: 21 } });
    await at.untilSettled();
    await untilOnline(at.owner);
    loaded = await firstVisit(loadDevices);
  }, setUpTimeoutMs);

  const assets = () => loaded.filter(isAsset);
  const sizesOf = (files: readonly LoadedFile[]) =>
    Promise.all(files.map(({ path }) => bytesSent(at.served.url + path)));

  test(`takes less than ${budget.bytes / 1000} kB of scripts and styles`, async () => {
    const sizes = await sizesOf(assets());
    const total = sumOf(sizes);
    console.log(`The device list loads ${total} bytes in ${sizes.length} files.`);
    expect(sizes.length).toBeGreaterThan(1);
    expect(total).toBeLessThan(budget.bytes);
  });

  test(`takes less than ${budget.bytes / 1000} kB on Home, the chart of its board included`, async () => {
    const home = await firstVisit(async (page) => {
      const known = await noteLoading(page);
      await page.goto("/");
      await page.locator("article .uplot").first().waitFor();
      await untilShown(page);
      return known();
    });
    const sizes = await sizesOf(home.filter(isAsset));
    const calls = home.filter(({ path }) => path.startsWith("/api/")).length;
    console.log(`Home loads ${sumOf(sizes)} bytes in ${sizes.length} files, and makes ${calls} calls.`);
    expect(sumOf(sizes)).toBeLessThan(budget.bytes);
  });

  test("comes from files that do not import each other in a circle", async () => {
    // If files import each other in a circle, one of them runs before the other is ready, and its page cannot be
    // opened.
    expect(await circleAmong(distFolder)).toBeNull();
  });

  test("comes with the licences of the code in these files", async () => {
    const answer = await fetch(`${at.served.url}/${noticesName}`);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await answer.text()).toContain("\nreact ");
  });

  test("takes a few requests, none of which waits for a long chain of others", () => {
    expect(assets().length).toBeLessThanOrEqual(budget.files);
    expect(loaded.length).toBeLessThanOrEqual(budget.requests);
    expect(loaded.filter(({ depth }) => depth > budget.depth)).toEqual([]);
  });

  test("requests the session without waiting for the page's own script", async () => {
    await firstVisit(async (page) => {
      const script = Promise.withResolvers<void>();
      await page.route("**/assets/devices-page-*", async (route) => {
        await script.promise;
        await route.continue();
      });
      const asked = page.waitForRequest("**/session");
      await page.goto("/devices", { waitUntil: "commit" });
      await asked;
      script.resolve();
      await untilShown(page);
    });
  });

  test("shows progress until there is something to see", async () => {
    await firstVisit(async (page) => {
      const script = Promise.withResolvers<void>();
      await page.route("**/assets/*.js", async (route) => {
        await script.promise;
        await route.continue();
      });
      await page.goto("/devices", { waitUntil: "commit" });
      const sign = page.locator(".opening");
      await sign.waitFor();
      script.resolve();
      await untilShown(page);
      await sign.waitFor({ state: "hidden" });
    });
  });

  test("is blocked by one style sheet only", () => {
    const blocking = loaded.filter(({ isBlocking }) => isBlocking);
    expect(blocking.map(({ kind }) => kind)).toEqual(["Stylesheet"]);
  });

  test("is compressed, caches unchanging files forever, and loads no font and no large picture", () => {
    for (const { path, encoding, cacheControl } of assets()) {
      expect(path).toStartWith("/assets/");
      expect([path, encoding]).toEqual([path, "br"]);
      expect([path, cacheControl]).toEqual([path, expect.stringContaining("immutable")]);
    }
    expect(loaded.filter(({ kind }) => kind === "Font")).toEqual([]);
    for (const { kind, bytes } of loaded) if (kind === "Image") expect(bytes).toBeLessThan(budget.imageBytes);
  });

  test("loads nothing of charts and the chain editor, and unchanging files only once", async () => {
    const sources = await Promise.all(
      assets().map(async ({ path }) => [path, await (await fetch(at.served.url + path)).text()] as const),
    );
    const foreign = sources.filter(([, text]) => /u-over|react-flow/.test(text));
    expect(foreign.map(([path]) => path)).toEqual([]);
    await firstVisit(async (page) => {
      await loadDevices(page);
      await page.reload();
      await page.getByRole("link", { name: "Test device" }).waitFor();
      expect(await page.evaluate(fetchedAgain)).toEqual([]);
    });
  });
});

async function loadDevices(page: Page): Promise<readonly LoadedFile[]> {
  const loaded = await noteLoading(page);
  await page.goto("/devices");
  await page.getByRole("link", { name: "Test device" }).waitFor();
  await untilShown(page);
  return loaded();
}

function isAsset({ kind }: LoadedFile): boolean {
  return kind === "Script" || kind === "Stylesheet";
}

function sumOf(sizes: readonly number[]): number {
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/** Runs in the page. Lists what did not come from the browser's cache. */
const fetchedAgain = `performance.getEntriesByType("resource")
  .filter(({ name, transferSize }) => name.includes("/assets/") && transferSize > 0)
  .map(({ name }) => name)`;

/** The size as sent to a browser. Tiny files are sent uncompressed. */
async function bytesSent(url: string): Promise<number> {
  const response = await fetch(url, { headers: { "accept-encoding": "br" }, decompress: false });
  return (await response.arrayBuffer()).byteLength;
}
