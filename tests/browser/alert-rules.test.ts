import { expect, test } from "bun:test";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { sendReadings } from "./world/world-traffic.ts";

await describeWithOwner("alert rules", (at) => {
  test("are created from a chart, with a limit that is dragged there", async () => {
    const { uuid, token } = await at.owner.do("POST", "./devices", {
      name: "Cold room",
      sensors: [{ slug: "air", name: "Air", type: "temperature" }],
    });
    const data = [2, 3, 4, 5, 6].map((value, hour) => ({
      value,
      timestamp: new Date(Date.now() - (24 - hour) * 3_600_000).toISOString(),
    }));
    await sendReadings(at.served.url, { uuid, token }, "/sensors/air/readings/bulk", { data });
    await at.untilSettled();
    await at.visit(async (page) => {
      await page.goto(`/devices/${uuid}/charts`);
      await page.getByRole("button", { name: "Alert me about Air" }).click();
      const dialog = page.getByRole("dialog", { name: "Alert me about Cold room" });
      await dialog.getByText("Last week: 2.0 to 6.0 °C, mean 4.0 °C").waitFor();
      const upper = dialog.getByLabel("To", { exact: true });
      expect([await dialog.getByLabel("From").inputValue(), await upper.inputValue()]).toEqual(["0", "8"]);
      const handle = dialog.getByRole("slider", { name: "Upper limit" });
      await handle.scrollIntoViewIfNeeded();
      const { x, y, width, height } = (await handle.boundingBox())!;
      const [left, middle] = [x + width / 2, y + height / 2];
      await page.mouse.move(left, middle);
      await page.mouse.down();
      await page.mouse.move(left, middle + 20, { steps: 4 });
      await page.mouse.up();
      const dragged = Number(await upper.inputValue());
      expect(dragged).toBeGreaterThan(5);
      expect(dragged).toBeLessThan(8);
      await handle.press("ArrowUp");
      expect(Number(await upper.inputValue())).toBeGreaterThan(dragged);
      await dialog.getByRole("button", { name: "Save alert" }).click();
      await page.getByText("Alert created. Nobody is notified of its alarms yet.").waitFor();
    });
    const { items } = await at.owner.do("GET", "./alert-rules");
    expect(items).toMatchObject([{ name: "Air of Cold room", condition: { kind: "outside", min: 0 } }]);
    await at.owner.do("DELETE", `./alert-rules/${items[0].uuid}`);
    await at.owner.do("DELETE", `./devices/${uuid}`);
  });
});
