import { beforeAll, expect, test } from "bun:test";

import { describeOnSharpScreen } from "../harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "../harness/served-dashboard.ts";
import type { OwnedDevice } from "../world/owned-account.ts";
import { sendReadings } from "../world/world-traffic.ts";

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
  beforeAll(async () => {
    device = await at.createDevice(["temperature"]);
    await sendReadings(at.served.url, device, "/sensors/temperature/readings/bulk", { data: readings });
    await at.untilSettled();
  }, setUpTimeoutMs);

  test("give up a derived series that takes too much to compute, and stay usable", async () => {
    const busy = await at.createDevice(["temperature"]);
    const data = Array.from({ length: 400 }, (_, nth) => ({
      value: 20 + (nth % 10) / 2,
      timestamp: new Date(startMs + nth * 36_000).toISOString(),
    }));
    await sendReadings(at.served.url, busy, "/sensors/temperature/readings/bulk", { data });
    await at.untilSettled();
    // Nearly as much for each point as an expression may take.
    const ones = `[${Array(25).fill(1).join(",")}]`;
    const loops = `${ones}.map(x, ${ones}.map(y, ${ones}.map(z, z).size()).size()).size()`;
    await at.visit(async (page) => {
      await page.goto(`/devices/${busy.uuid}/charts?${range}`);
      await page.getByRole("button", { name: "Sensors", exact: true }).click();
      await page.getByRole("button", { name: "Add derived series…" }).click();
      const dialog = page.getByRole("dialog", { name: "Add derived series" });
      await dialog.getByLabel("Name").fill("Heavy");
      await dialog.getByLabel("Expression").fill(`${loops} + int(a)`);
      await dialog.getByRole("button", { name: "Add series" }).click();
      const table = page.getByRole("table", { name: "Values in this range" });
      const heavy = table.getByRole("row").filter({ hasText: "Heavy (too much to compute)" });
      await heavy.first().waitFor();
      // Part of a curve would look like missing readings.
      expect((await heavy.getByRole("cell").allInnerTexts()).join(" ")).not.toMatch(/\d/);
      await table.getByText("22.25").waitFor();
    });
  });
});
