import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { describeUnless } from "../harness/describe-unless.ts";
import type { InstalledDevice } from "../harness/weir-installation.ts";
import { whyNoBrowser } from "./harness/chromium.ts";
import {
  type ServedDashboard,
  serveWithOwner,
  setUpTimeoutMs,
  solePerson,
} from "./harness/served-dashboard.ts";
import { visit } from "./harness/visit.ts";
import { sendReadings } from "./world/world-traffic.ts";

const problem = await whyNoBrowser();
setDefaultTimeout(60_000);
const minuteMs = 60_000;

describeUnless(problem, "charts", () => {
  let served: ServedDashboard;
  let device: InstalledDevice;
  beforeAll(async () => {
    served = await serveWithOwner();
    device = await served.weir.createDevice(["temperature"]);
    const data = Array.from({ length: 50 }, (_, place) => ({
      value: 20 + (place % 7) / 2,
      timestamp: new Date(Date.now() - (50 - place) * minuteMs).toISOString(),
    }));
    await sendReadings(served.url, device, "/sensors/temperature/readings/bulk", { data });
    await served.weir.untilSettled();
  }, setUpTimeoutMs);
  afterAll(() => served?.[Symbol.asyncDispose]());

  test("draw a reading that arrives while they are open", async () => {
    await visit({ ...served, person: solePerson }, async (page) => {
      await page.goto(`/devices/${device.uuid}/charts?range=1h`);
      const figures = figuresOf(page);
      await figures.getByText("23").first().waitFor();
      await page.getByText("Live", { exact: true }).first().waitFor();
      const before = await drawing(page);
      await sendReadings(served.url, device, "/sensors/temperature/readings", { data: { value: 31.75 } });
      await figures.getByText("31.75").first().waitFor();
      expect(await drawing(page)).not.toBe(before);
    });
  });

  test("zoom in by dragging, and the link keeps what is shown", async () => {
    await visit({ ...served, person: solePerson }, async (page) => {
      await page.goto(`/devices/${device.uuid}/charts?range=1h`);
      await figuresOf(page).getByText("20").first().waitFor();
      const chart = chartOf(page);
      const label = await chart.getAttribute("aria-label");
      await dragAcross(page, chart);
      const zoomed = page.getByRole("group", { name: /temperature from/i });
      await page.waitForURL(/from=/);
      const shown = await zoomed.getAttribute("aria-label");
      expect(shown).not.toBe(label);
      await visit({ ...served, person: solePerson }, async (other) => {
        await other.goto(page.url());
        await chartOf(other).waitFor();
        expect(await chartOf(other).getAttribute("aria-label")).toBe(shown);
      });
    });
  });
});

function chartOf(page: Page): Locator {
  return page.getByRole("group", { name: /temperature from/i });
}

function figuresOf(page: Page): Locator {
  return page.getByRole("table", { name: "Figures of what is shown" });
}

/** What is on the canvas, as bytes. */
async function drawing(page: Page): Promise<string> {
  return (await page.evaluate("document.querySelector('canvas').toDataURL()")) as string;
}

async function dragAcross(page: Page, chart: Locator): Promise<void> {
  const box = (await chart.boundingBox())!;
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.4, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, y, { steps: 4 });
  await page.mouse.move(box.x + box.width * 0.7, y, { steps: 4 });
  await page.mouse.up();
}
