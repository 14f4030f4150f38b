import { beforeAll, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";

import { describeOnSharpScreen } from "../harness/describe-with-owner.ts";
import { noteLabels } from "../harness/note-labels.ts";
import { setUpTimeoutMs } from "../harness/served-dashboard.ts";
import type { OwnedDevice } from "../world/owned-account.ts";
import { sendReadings } from "../world/world-traffic.ts";

const minuteMs = 60_000;
const startMs = Date.now();

const measured: Readonly<Record<string, readonly number[]>> = {
  pressure: [101.334, 101.347, 101.325],
  counter: [1_234_567, 1_234_580, 1_234_599],
  huge: [1.5e300, 1.5e300],
  tiny: [1e-9, 1e-9],
  door: [0, 1, 0],
};

await describeOnSharpScreen("values in charts", (at) => {
  let device: OwnedDevice;
  beforeAll(async () => {
    device = await at.createDevice(Object.keys(measured));
    for (const [slug, values] of Object.entries(measured)) {
      const data = values.map((value, place) => ({
        value,
        timestamp: new Date(startMs - (10 - place) * minuteMs).toISOString(),
      }));
      await sendReadings(at.served.url, device, `/sensors/${slug}/readings/bulk`, { data });
    }
    await at.untilSettled();
  }, setUpTimeoutMs);

  const open = async (page: Page, slug: string, range = "range=1h"): Promise<Locator> => {
    await page.addInitScript({ content: noteLabels });
    await page.goto(`/devices/${device.uuid}/charts?${range}&sensors=${slug}`);
    const row = page.getByRole("table", { name: "Values in this range" }).getByRole("row").nth(1);
    await row.getByText(/\d/).filter({ visible: true }).first().waitFor();
    return row;
  };

  test.each([
    ["huge", ["1.48e300", "1.5e300", "1.52e300"]],
    ["tiny", ["9.8e−10", "1e−9", "1.02e−9"]],
  ])("stand beside an axis whose labels are exact: %s", async (slug, labels) => {
    await at.visit(async (page) => {
      await open(page, slug);
      const drawn = (await page.evaluate("labels")) as string[];
      expect(drawn).toEqual(expect.arrayContaining(labels));
      expect(drawn.filter((text) => text.startsWith("−"))).toEqual([]);
    });
  });
});
