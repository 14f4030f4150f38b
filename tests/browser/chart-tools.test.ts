import { beforeAll, expect, test } from "bun:test";
import { waitUntil } from "../harness/wait-until.ts";
import { describeOnSharpScreen } from "./harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { addDeviceOfFourHours, hourMs, range, readings, startMs } from "./world/four-hours.ts";
import type { OwnedDevice } from "./world/owned-account.ts";
import { sendReadings } from "./world/world-traffic.ts";

await describeOnSharpScreen("tools of charts", (at) => {
  let device: OwnedDevice;
  let charts: string;
  beforeAll(async () => {
    device = await addDeviceOfFourHours(at);
    charts = `/devices/${device.uuid}/charts?${range}`;
  }, setUpTimeoutMs);

  test("stand in one line, show all values at the cursor, and leave the wheel to the page unless Ctrl is held", async () => {
    const two = await at.createDevice(["inside", "outside"]);
    for (const [slug, more] of [
      ["inside", 0],
      ["outside", 10],
    ] as const) {
      const data = readings.map(({ value, timestamp }) => ({ value: value + more, timestamp }));
      await sendReadings(at.served.url, two, `/sensors/${slug}/readings/bulk`, { data });
    }
    await at.untilSettled();
    await at.visit(async (page, faults) => {
      await page.setViewportSize({ width: 1280, height: 600 });
      await page.goto(`/devices/${two.uuid}/charts?${range}`);
      await page.getByRole("table", { name: "Values in this range" }).getByText("32.25").waitFor();
      const tools = ["1 h", "Live", "Earlier", "Saved charts", "Sensors", "More chart tools"];
      const places = await Promise.all(
        tools.map((name) =>
          page.getByRole("button", { name, exact: true }).or(page.getByTitle(name)).first(),
        ),
      );
      const tops = await Promise.all(places.map(async (place) => Math.round((await place.boundingBox())!.y)));
      expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(8);

      const chart = page.getByRole("group", { name: /^inside, outside from/i });
      await chart.focus();
      await page.keyboard.press("Shift+ArrowRight");
      // The warmer place is drawn above the other, so it comes first.
      const tooltip = page.getByRole("tooltip");
      await tooltip.getByText("outside").waitFor();
      expect(await tooltip.getByRole("listitem").allInnerTexts()).toEqual([
        expect.stringMatching(/^outside\s+3\d/),
        expect.stringMatching(/^inside\s+2\d/),
      ]);
      await page.keyboard.press("Escape");
      await tooltip.waitFor({ state: "detached" });

      const area = (await page.locator(".u-over").first().boundingBox())!;
      await page.mouse.move(area.x + area.width / 2, area.y + 50);
      const url = page.url();
      await page.mouse.wheel(0, 100);
      await page.getByText("Hold Ctrl and scroll to zoom").waitFor();
      await waitUntil("the page has scrolled", async () => (await page.evaluate(scrolledPx)) !== 0);
      expect(page.url()).toBe(url);
      await page.keyboard.down("Control");
      await page.mouse.wheel(0, -100);
      await page.keyboard.up("Control");
      await page.waitForURL((now) => now.href !== url);

      // On a phone, every action of a row and the whole name are in sight.
      await page.setViewportSize({ width: 360, height: 700 });
      const row = page.getByRole("row").filter({ hasText: "outside" });
      const last = (await row.getByRole("button", { name: "Remove outside" }).boundingBox())!;
      expect(last.x + last.width).toBeLessThanOrEqual(360);
      const name = row.getByText("outside", { exact: true });
      expect(await name.evaluate(isCut)).toBe(false);
      expect(faults).toEqual([]);
    });
  });

  test("annotate a time with the keyboard and with a click, and change and delete annotations", async () => {
    await at.visit(async (page, faults) => {
      await page.goto(charts);
      await page.getByRole("table", { name: "Values in this range" }).getByText("22.25").waitFor();
      const chart = page.getByRole("group", { name: /^temperature from/i });
      await chart.focus();
      await page.keyboard.press("Shift+ArrowRight");
      await page.keyboard.press("a");
      const adding = page.getByRole("dialog", { name: "Add annotation" });
      await adding.getByLabel("Text").fill("Door open");
      await adding.getByRole("button", { name: "Add annotation" }).click();
      await page.getByRole("button", { name: "Door open" }).waitFor();
      const area = (await page.locator(".u-over").first().boundingBox())!;
      await page.mouse.click(area.x + area.width * 0.6, area.y + area.height / 2);
      await page.getByRole("button", { name: /^Annotate \d+:\d\d/ }).click();
      await adding.getByLabel("Text").fill("Filter changed");
      await adding.getByLabel("Applies to").selectOption("temperature");
      await adding.getByRole("button", { name: "Add annotation" }).click();
      await page.getByRole("button", { name: "Filter changed" }).waitFor();
      const list = async () => (await at.owner.do("GET", `./devices/${device.uuid}/annotations`)).items;
      const [first, second] = await list();
      expect(Date.parse(first.at) - startMs).toBeLessThan(600_000);
      expect(Math.abs(Date.parse(second.at) - startMs - 2.4 * hourMs)).toBeLessThan(120_000);
      expect([first.sensor, second.sensor]).toEqual([null, device.sensors[0]!.uuid]);

      await page.getByRole("button", { name: "Door open" }).click();
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      const editing = page.getByRole("dialog", { name: "Edit annotation" });
      await editing.getByLabel("End").fill(await editing.getByLabel("Start", { exact: true }).inputValue());
      await editing.getByText("Must be after the start.").waitFor();
      await editing.getByLabel("End").fill("2199-01-01T00:00:00");
      await editing.getByRole("button", { name: "Save" }).click();
      await page.locator("[data-annotated-span]").waitFor({ state: "attached" });
      await page.getByRole("button", { name: "Filter changed" }).click();
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      await editing.getByRole("button", { name: "Delete annotation" }).click();
      await page.getByRole("button", { name: "Filter changed" }).waitFor({ state: "detached" });
      await waitUntil("it is deleted", async () => (await list()).length === 1);
      expect(faults).toEqual([]);
    });
  });

  test("list every reading, delete some of them, and export the chart as a picture", async () => {
    await at.visit(async (page, faults) => {
      await page.goto(charts);
      const figures = page.getByRole("table", { name: "Values in this range" });
      await figures.getByText("22.25").waitFor();
      const saving = page.waitForEvent("download");
      await page.getByRole("button", { name: "More chart tools" }).click();
      await page.getByRole("menuitem", { name: "Export…" }).click();
      await page.getByLabel("Format").selectOption("PNG, the chart as shown");
      await page.getByRole("button", { name: "Download" }).click();
      const file = await saving;
      expect(file.suggestedFilename()).toMatch(/ temperature chart .*\.png$/);
      const bytes = new Uint8Array(await Bun.file(await file.path()).arrayBuffer());
      const view = new DataView(bytes.buffer);
      expect([...bytes.subarray(1, 4)]).toEqual([...new TextEncoder().encode("PNG")]);
      // Wider and higher than the canvas, which has neither title nor legend.
      expect(view.getUint32(16)).toBeGreaterThan(900);
      expect(view.getUint32(20)).toBeGreaterThan(400);

      await figures.getByRole("button", { name: "Show readings of temperature" }).click();
      const table = page.getByRole("table", { name: "Readings of temperature" });
      await table.getByRole("row").nth(40).waitFor();
      const boxes = table.getByRole("checkbox");
      for (const nth of [1, 3]) await boxes.nth(nth).click();
      await page.getByRole("button", { name: "Delete 2 selected…" }).click();
      await page.getByRole("button", { name: "Delete readings" }).click();
      // While the question is open, the table is hidden from roles.
      await page.getByRole("button", { name: "Delete readings" }).waitFor({ state: "detached" });
      await table.getByRole("row").nth(38).waitFor();
      await table.getByRole("row").nth(39).waitFor({ state: "detached" });
      const path = `./devices/${device.uuid}/sensors/temperature/readings`;
      const { items } = await at.owner.do("GET", `${path}?order=desc`);
      expect(items.slice(0, 2).map(({ value }: { value: number }) => value)).toEqual([24, 23]);
      await page.getByRole("button", { name: "Delete this range…" }).click();
      await page.getByLabel("Type “temperature” to confirm").fill("temperature");
      await page.getByRole("button", { name: "Delete readings" }).click();
      await page.getByText("No readings in this range").first().waitFor();
      expect((await at.owner.do("GET", path)).items).toEqual([]);
      expect(faults).toEqual([]);
    });
  });
});

/** Runs in the page. Returns how far its scrolling elements have been scrolled. */
const scrolledPx = `Math.max(...["html", "body", "main"].map((name) => document.querySelector(name).scrollTop))`;

/** Runs in the page. */
function isCut(element: unknown): boolean {
  const { scrollWidth, clientWidth } = element as { scrollWidth: number; clientWidth: number };
  return scrollWidth > clientWidth;
}
