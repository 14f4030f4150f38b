import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { waitUntil } from "../harness/wait-until.ts";
import { describeOnSharpScreen, type OwnedDevice } from "./harness/describe-with-owner.ts";
import { noteLabels } from "./harness/note-labels.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { sendReadings } from "./world/world-traffic.ts";

const hourMs = 3_600_000;
/** The start of an hour, so that the readings of an hour share a bucket. */
const startMs = Math.floor(Date.now() / hourMs) * hourMs - 5 * hourMs;
/** Ten readings an hour, for four hours. */
const readings = Array.from({ length: 40 }, (_, nth) => ({
  value: 20 + (nth % 10) / 2,
  timestamp: new Date(startMs + nth * 360_000).toISOString(),
}));
const range = `from=${new Date(startMs).toISOString()}&to=${new Date(startMs + 4 * hourMs).toISOString()}`;

await describeOnSharpScreen("tools of charts", (at) => {
  let device: OwnedDevice;
  let charts: string;
  beforeAll(async () => {
    device = await at.createDevice(["temperature"]);
    charts = `/devices/${device.uuid}/charts?${range}`;
    await sendReadings(at.served.url, device, "/sensors/temperature/readings/bulk", { data: readings });
    await at.untilSettled();
  }, setUpTimeoutMs);

  const labels = async (page: Page) => (await page.evaluate("labels.splice(0)")) as string[];

  test("choose the figure and the width of buckets, and the ends of the axis, and keep them in the link", async () => {
    await at.visit(async (page, faults) => {
      await page.addInitScript({ content: noteLabels });
      await page.goto(charts);
      await page.getByRole("button", { name: "Options" }).click();
      const options = page.getByRole("dialog", { name: "Chart options" });
      await options.getByLabel("Each point shows").selectOption("Sum");
      await options.getByLabel("Time per point").selectOption("1 h");
      await options.getByLabel("Axis from").fill("0");
      await options.getByLabel("Axis to").fill("-1");
      await options.getByText("Must be higher.").waitFor();
      await options.getByLabel("Axis to").fill("1000");
      await page.waitForURL(/show=sum.*per=3600.*y=%7E0%7E1000/);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Sum per 1 h" }).waitFor();
      // The first hour adds up to 222.5. The figures below the chart are still those of the readings.
      await page.getByRole("group", { name: /^temperature from/i }).focus();
      await page.keyboard.press("Shift+ArrowRight");
      const row = page.getByRole("table", { name: "Values in this range" }).getByRole("row").nth(1);
      await row.getByText("222.5", { exact: true }).waitFor();
      expect((await row.getByRole("cell").allInnerTexts()).slice(2, 5)).toEqual(["20", "22.25", "24.5"]);
      expect(await labels(page)).toEqual(expect.arrayContaining(["0", "1000"]));

      await page.reload();
      await page.getByRole("button", { name: "Sum per 1 h" }).waitFor();
      await row.getByText("22.25").waitFor();
      expect((await labels(page)).filter((text) => /^\d+$/.test(text))).toContain("1000");
      expect(faults).toEqual([]);
    });
  });

  test("draw the limits of alert rules that apply to the sensor, until they are switched off", async () => {
    const { uuid: sensor } = device.sensors[0]!;
    const rule = (name: string, condition: object, target: object) =>
      at.owner.do("POST", "./alert-rules", { name, severity: "warning", text: name, target, condition });
    await at.owner.do("POST", "./device-groups", { name: "Cellars" });
    for (const name of ["Freezer", "Fridge"]) await at.owner.do("POST", "./templates", { name });
    await at.owner.do("PATCH", `./devices/${device.uuid}`, { group: "Cellars", template: "Freezer" });
    await at.owner.do("PATCH", `./devices/${device.uuid}/sensors/temperature`, { type: "warmth" });
    await rule("Too warm", { kind: "above", limit: 26 }, { kind: "sensor", sensor });
    await rule("Of the group", { kind: "above", limit: 27 }, { kind: "group", group: "Cellars" });
    await rule("Of the template", { kind: "above", limit: 28 }, { kind: "template", template: "Freezer" });
    await rule("Another template", { kind: "above", limit: 29 }, { kind: "template", template: "Fridge" });
    await rule("Of the type", { kind: "above", limit: 30 }, { kind: "type", type: "warmth" });
    await rule("Elsewhere", { kind: "above", limit: 21 }, { kind: "type", type: "humidity" });
    await at.visit(async (page) => {
      await page.addInitScript({ content: noteLabels });
      await page.goto(charts);
      const limits = page.getByRole("list", { name: "Alert rule limits" });
      await limits.getByText("Too warm: above 26").waitFor();
      const listed = await limits.getByRole("link").allInnerTexts();
      expect(listed.map((text) => text.trim()).sort()).toEqual([
        "Of the group: above 27",
        "Of the template: above 28",
        "Of the type: above 30",
        "Too warm: above 26",
      ]);
      await waitUntil("the limits are drawn", async () => {
        const drawn = await labels(page);
        return drawn.includes("Too warm") && drawn.includes("Of the template");
      });
      await page.getByRole("button", { name: "Options" }).click();
      await page.getByLabel("Alert rule limits", { exact: true }).last().uncheck();
      await limits.waitFor({ state: "detached" });
      await page.waitForURL(/limits=false/);
    });
  });

  test("derive a series, hide a line, save the chart, open it again, rename and delete it", async () => {
    await at.visit(async (page, faults) => {
      await page.goto(charts);
      const table = page.getByRole("table", { name: "Values in this range" });
      await table.getByText("22.25").waitFor();
      await page.getByRole("button", { name: "Sensors", exact: true }).click();
      await page.getByRole("button", { name: "Add derived series…" }).click();
      const dialog = page.getByRole("dialog", { name: "Add derived series" });
      await dialog.getByLabel("Name").fill("Fahrenheit");
      await dialog.getByLabel("Expression").fill("a * 1.8 + b");
      await dialog.getByText('There is no variable "b". The variables are a.').waitFor();
      expect(await dialog.getByRole("button", { name: "Add series" }).isDisabled()).toBe(true);
      await dialog.getByLabel("Expression").fill("a * 1.8 + 32");
      await dialog.getByLabel("Unit").fill("°F");
      await dialog.getByRole("button", { name: "Add series" }).click();
      const derived = table.getByRole("row").filter({ hasText: "Fahrenheit" });
      await derived.getByText("68 °F").waitFor();
      await table.getByRole("button", { name: "Hide temperature" }).click();
      await page.waitForURL(/hidden=temperature/);

      await page.getByRole("button", { name: "Saved", exact: true }).click();
      await page.getByRole("button", { name: "Save this chart…" }).click();
      await page.getByRole("dialog", { name: "Save this chart" }).getByLabel("Name").fill("Heat");
      await page.getByRole("button", { name: "Save chart", exact: true }).click();
      await page.waitForURL(/saved=/);
      const { items } = await at.owner.do("GET", "./charts");
      const { definition } = await at.owner.do("GET", `./charts/${items[0].uuid}`);
      expect(definition).toMatchObject({
        sensors: [{ device: device.uuid, sensor: "temperature", is_hidden: true }],
        derived: [{ name: "Fahrenheit", unit: "°F", expression: "a * 1.8 + 32" }],
        range: { kind: "fixed", from: new Date(startMs).toISOString() },
      });

      await page.goto(`/devices/${device.uuid}/charts`);
      await page.getByRole("button", { name: "Saved", exact: true }).click();
      await page.getByRole("button", { name: "Heat", exact: true }).click();
      await page.getByRole("group", { name: /^Fahrenheit from/ }).waitFor();
      await page.getByRole("button", { name: "Heat", exact: true }).click();
      await page.getByRole("button", { name: "Actions for Heat" }).click();
      await page.getByRole("menuitem", { name: "Rename…" }).click();
      await page.getByLabel("Name", { exact: true }).fill("Warmth");
      await page.getByRole("button", { name: "Rename", exact: true }).click();
      await page.getByRole("button", { name: "Warmth", exact: true }).click();
      await page.getByRole("button", { name: "Actions for Warmth" }).click();
      await page.getByRole("menuitem", { name: "Delete…" }).click();
      await page.getByRole("button", { name: "Delete chart" }).click();
      await page.getByRole("button", { name: "Saved", exact: true }).waitFor();
      expect((await at.owner.do("GET", "./charts")).items).toEqual([]);
      expect(faults).toEqual([]);
    });
  });

  test("open a saved chart without what was deleted, and offer to delete one of which nothing is left", async () => {
    const gone = await at.owner.do("POST", "./devices", { name: "Old freezer", sensors: [{ slug: "air" }] });
    const lost = { device: gone.uuid, sensor: "air" };
    const left = { device: device.uuid, sensor: device.sensors[0]!.uuid };
    const save = async (name: string, ...sensors: object[]): Promise<string> =>
      (await at.owner.do("POST", "./charts", { name, definition: { sensors } })).uuid;
    const mixed = await save("Both", lost, left);
    const empty = await save("Old", lost);
    await at.owner.do("DELETE", `./devices/${gone.uuid}`);
    await at.visit(async (page, faults) => {
      const open = (uuid: string) => page.goto(`/devices/${gone.uuid}/charts?saved=${uuid}&sensors=air`);
      await open(mixed);
      await page.getByText("A sensor of this chart no longer exists: air of a deleted device.").waitFor();
      expect(new URL(page.url()).pathname).toBe(`/devices/${device.uuid}/charts`);
      await page.getByRole("table", { name: "Values in this range" }).getByText("22.25").waitFor();
      await page.getByRole("button", { name: "Remove it from the chart" }).click();
      await page.getByText("no longer exists").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Both", exact: true }).click();
      await page.getByRole("button", { name: "Save changes" }).click();
      await page.getByText("Both was saved.").waitFor();
      const { definition } = await at.owner.do("GET", `./charts/${mixed}`);
      expect(definition.sensors).toEqual([{ ...left, is_hidden: false }]);

      await open(empty);
      await page.getByText("The devices of “Old” no longer exist").waitFor();
      await page.getByRole("button", { name: "Delete chart…" }).waitFor();
      await page.getByRole("link", { name: "Choose other sensors" }).click();
      await page.getByText("None of this chart’s sensors exist anymore: air of a deleted").waitFor();
      await page.getByRole("button", { name: "Delete chart…" }).click();
      await page.getByRole("button", { name: "Delete chart", exact: true }).click();
      await page.getByText("The saved chart was deleted.").waitFor();
      const { items } = await at.owner.do("GET", "./charts");
      expect(items.map(({ uuid }: { uuid: string }) => uuid)).toEqual([mixed]);
      await at.owner.do("DELETE", `./charts/${mixed}`);
      const isAboutGone = (fault: string) => fault.includes(gone.uuid) && fault.endsWith(" 404");
      faults.splice(0, faults.length, ...faults.filter((fault) => !isAboutGone(fault)));
    });
  });

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
