import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import type { InstalledDevice } from "../harness/installed-data.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
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

await describeWithOwner("tools of charts", (at) => {
  let device: InstalledDevice;
  let charts: string;
  beforeAll(async () => {
    device = await at.served.weir.createDevice(["temperature"]);
    charts = `/devices/${device.uuid}/charts?${range}`;
    await sendReadings(at.served.url, device, "/sensors/temperature/readings/bulk", { data: readings });
    await at.served.weir.untilSettled();
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
    await rule("Too warm", { kind: "above", limit: 26 }, { kind: "sensor", sensor });
    await rule("Elsewhere", { kind: "above", limit: 21 }, { kind: "type", type: "humidity" });
    await at.visit(async (page) => {
      await page.addInitScript({ content: noteLabels });
      await page.goto(charts);
      const limits = page.getByRole("list", { name: "Limits of alert rules" });
      await limits.getByText("Too warm: above 26").waitFor();
      expect(await limits.getByRole("listitem").count()).toBe(1);
      await waitUntil("the limit is drawn", async () => (await labels(page)).includes("Too warm"));
      await page.getByRole("button", { name: "Options" }).click();
      await page.getByLabel("Limits of alert rules", { exact: true }).last().uncheck();
      await limits.waitFor({ state: "detached" });
      await page.waitForURL(/limits=false/);
    });
  });
});
