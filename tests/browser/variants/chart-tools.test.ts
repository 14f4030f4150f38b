import { expect, test } from "bun:test";
import { describeOnSharpScreen } from "../harness/describe-with-owner.ts";
import { range, startMs } from "../world/four-hours.ts";
import { sendReadings } from "../world/world-traffic.ts";

await describeOnSharpScreen("tools of charts", (at) => {
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
