import { Database } from "bun:sqlite";
import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { waitUntil } from "../harness/wait-until.ts";
import { describeOnSharpScreen } from "./harness/describe-with-owner.ts";
import { untilShown } from "./harness/every-page.ts";
import { figuresOf, shownSpan } from "./harness/on-charts.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { addDeviceOfFiftyMinutes, minuteMs } from "./world/charted-devices.ts";
import type { OwnedDevice } from "./world/owned-account.ts";
import { sendReadings } from "./world/world-traffic.ts";

await describeOnSharpScreen("charts", (at) => {
  let device: OwnedDevice;
  beforeAll(async () => {
    device = await addDeviceOfFiftyMinutes(at);
  }, setUpTimeoutMs);

  test.each([
    ["", "1 h"],
    ["?range=24h", "24 h"],
  ])(
    "open with a range that the data fills, unless the link names one (“%s”), and keep it",
    async (search, range) => {
      await at.visit(async (page) => {
        await page.addInitScript({ content: noteRanges });
        await page.goto(`/devices/${device.uuid}/charts${search}`);
        await figuresOf(page).getByText("23").filter({ visible: true }).first().waitFor();
        await untilShown(page);
        expect(await page.evaluate("ranges")).toEqual([range]);
      });
    },
  );

  test("draw a reading that arrives while they are open", async () => {
    await at.visit(async (page) => {
      await page.goto(`/devices/${device.uuid}/charts?range=1h`);
      const figures = figuresOf(page);
      await figures.getByText("23").filter({ visible: true }).first().waitFor();
      await page.getByText("Live", { exact: true }).first().waitFor();
      const before = await drawing(page);
      await sendReadings(at.served.url, device, "/sensors/temperature/readings", { data: { value: 31.75 } });
      await figures.getByText("31.75").filter({ visible: true }).first().waitFor();
      await waitUntil("it is drawn", async () => (await drawing(page)) !== before);
    });
  });

  test("draw the battery of a device that reports it, and say if there is no data", async () => {
    const powered = await at.createDevice(["temperature"]);
    await at.visit(async (page) => {
      await page.goto(`/devices/${powered.uuid}/latest`);
      const row = page.getByRole("table", { name: "Latest values" }).getByRole("row").nth(1);
      await row.waitFor();
      // There is neither a current value nor a last update.
      expect(await row.getByText("No data").count()).toBe(2);
      await page.goto(`/devices/${powered.uuid}/charts`);
      await page.getByText("No data. To report the battery, send battery_voltage").waitFor();
      for (const battery_voltage of [3.9, 3.7, 3.8]) {
        const data = { value: battery_voltage };
        await sendReadings(at.served.url, powered, "/sensors/temperature/readings", {
          data,
          battery_voltage,
        });
      }
      await at.untilSettled();
      await page.reload();
      await page.getByRole("group", { name: /^Battery from/ }).waitFor();
      await page.getByRole("button", { name: "Export battery history" }).click();
      const dialog = page.getByRole("dialog", { name: "Export battery history" });
      await dialog.getByText("3", { exact: true }).waitFor();
      const begun = page.waitForEvent("download");
      await dialog.getByRole("button", { name: "Download" }).click();
      const file = await begun;
      expect(file.suggestedFilename()).toMatch(/ battery all\.csv$/);
      const text = await Bun.file(await file.path()).text();
      const volts = text.split("\r\n").map((line) => line.split(",")[2]);
      expect(volts).toEqual(["volts", "3.9", "3.7", "3.8", undefined]);
    });
  });

  test("draw the battery's whole history as a curve", async () => {
    const powered = await at.createDevice(["temperature"]);
    const reading = { data: { value: 1 }, battery_voltage: 3 };
    await sendReadings(at.served.url, powered, "/sensors/temperature/readings", reading);
    await at.untilSettled();
    addEarlierLevels(at.served.weir.dataDir, 300);
    await at.visit(async (page) => {
      await page.goto(`/devices/${powered.uuid}/charts`);
      await waitUntil(
        "the curve reaches across the chart",
        async () => Number(await page.evaluate(colouredShare)) > 0.8,
      );
    });
  });

  test("zoom in by dragging, and keep the range in the link", async () => {
    await at.visit(async (page) => {
      await page.goto(`/devices/${device.uuid}/charts?range=1h`);
      await figuresOf(page).getByText("20").filter({ visible: true }).first().waitFor();
      const chart = chartOf(page);
      const label = await chart.getAttribute("aria-label");
      await dragAcross(page, chart);
      const zoomed = page.getByRole("group", { name: /temperature from/i });
      await page.waitForURL(/from=/);
      const shown = await zoomed.getAttribute("aria-label");
      expect(shown).not.toBe(label);
      await at.visit(async (other) => {
        await other.goto(page.url());
        await chartOf(other).waitFor();
        expect(await chartOf(other).getAttribute("aria-label")).toBe(shown);
      });
    });
  });

  test("pan with arrow keys, and zoom with plus and minus", async () => {
    await at.visit(async (page) => {
      await page.goto(`/devices/${device.uuid}/charts?range=1h`);
      await chartOf(page).focus();
      await page.keyboard.press("ArrowLeft");
      await page.waitForURL(/from=/);
      expect(Date.now() - shownSpan(page).toMs).toBeGreaterThan(10 * minuteMs);
      await page.keyboard.press("+");
      await waitUntil("it is zoomed in", () => shownSpan(page).lengthMs === 40 * minuteMs);
      await page.keyboard.press("-");
      await waitUntil("it is zoomed out", () => shownSpan(page).lengthMs === 60 * minuteMs);
    });
  });
});

/** Runs in the page. Records every range that was shown as selected. */
const noteRanges = `
const ranges = (window.ranges = []);
const look = () => {
  const chosen = document.querySelector('[aria-label="Range"] [aria-pressed="true"]')?.textContent;
  if (chosen !== undefined && !ranges.includes(chosen)) ranges.push(chosen);
  requestAnimationFrame(look);
};
look();
`;

/**
 * Stores a level from an hour before the newest one. It cannot be sent, because the server stamps levels when they
 * arrive.
 */
function addEarlierLevels(dataDir: string, hours: number): void {
  using store = new Database(join(dataDir, "weir.db"));
  store.run("PRAGMA busy_timeout = 5000");
  store.run(
    `WITH RECURSIVE hours (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM hours WHERE n < ?)
     INSERT INTO battery_levels SELECT device_id, received_us - n * 3600000000, 3 + n / 300.0
     FROM hours, (SELECT * FROM battery_levels ORDER BY received_us DESC LIMIT 1)`,
    [hours],
  );
}

/** Runs in the page. Returns the share of the battery chart's width that has colour in it. */
const colouredShare = `(() => {
  const canvas = document.querySelector('[aria-label^="Battery from"] canvas');
  if (canvas === null) return 0;
  const { width, height } = canvas;
  // Reads a copy, because the browser warns if the chart's own canvas is read repeatedly.
  const copy = Object.assign(document.createElement("canvas"), { width, height });
  const pixels = copy.getContext("2d", { willReadFrequently: true });
  pixels.drawImage(canvas, 0, 0);
  const { data } = pixels.getImageData(0, 0, width, height);
  const columns = new Set();
  for (let place = 0; place < data.length; place += 4) {
    const colours = [...data.slice(place, place + 3)];
    if (Math.max(...colours) - Math.min(...colours) > 60) columns.add((place / 4) % width);
  }
  return columns.size / width;
})()`;

function chartOf(page: Page): Locator {
  return page.getByRole("group", { name: /temperature from/i });
}

/** The content of the canvas as bytes. */
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
