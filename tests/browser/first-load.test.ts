import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoBrowser } from "./harness/chromium.ts";
import {
  type ServedDashboard,
  serveWithOwner,
  setUpTimeoutMs,
  solePerson,
} from "./harness/served-dashboard.ts";
import { visit } from "./harness/visit.ts";

const problem = await whyNoBrowser();
setDefaultTimeout(60_000);
const gzipBytesMax = 250_000;

describeUnless(problem, "the first load of the device list", () => {
  let served: ServedDashboard;
  beforeAll(async () => {
    served = await serveWithOwner();
    await served.weir.createDevice(["temperature"]);
  }, setUpTimeoutMs);
  afterAll(() => served?.[Symbol.asyncDispose]());

  test(`takes less than ${gzipBytesMax / 1000} kB of scripts and styles, compressed with gzip`, async () => {
    const files = await visit({ ...served, person: solePerson }, loadedFiles);
    const sizes = await Promise.all(files.map(async (path) => [path, await gzipBytes(served.url + path)]));
    const total = sizes.reduce((sum, [, bytes]) => sum + (bytes as number), 0);
    console.log(`The device list loads ${total} bytes in ${sizes.length} files.`);
    expect(files.length).toBeGreaterThan(1);
    expect(total).toBeLessThan(gzipBytesMax);
  });

  test("loads nothing of charts and of the chain editor, and files that stay as they are once only", async () => {
    await visit({ ...served, person: solePerson }, async (page) => {
      const first = await loadedFiles(page);
      expect(first.filter((path) => /chart|uplot|xyflow|editor|dagre/i.test(path))).toEqual([]);
      await page.reload();
      await page.getByRole("link", { name: "Test device" }).waitFor();
      expect(await page.evaluate(fetchedAgain)).toEqual([]);
    });
  });
});

async function loadedFiles(page: Page): Promise<string[]> {
  const files: string[] = [];
  page.on("response", (response) => {
    const type = response.request().resourceType();
    if (type === "script" || type === "stylesheet") files.push(new URL(response.url()).pathname);
  });
  await page.goto("/devices");
  await page.getByRole("link", { name: "Test device" }).waitFor();
  return files;
}

/** Runs in the page: what was not taken from the browser's own store. */
const fetchedAgain = `performance.getEntriesByType("resource")
  .filter(({ name, transferSize }) => name.includes("/assets/") && transferSize > 0)
  .map(({ name }) => name)`;

/** As it is sent to a browser; what is tiny is sent as it is. */
async function gzipBytes(url: string): Promise<number> {
  const response = await fetch(url, { headers: { "accept-encoding": "gzip" }, decompress: false });
  return (await response.arrayBuffer()).byteLength;
}
