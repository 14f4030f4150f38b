import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeWithOwner } from "../harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "../harness/served-dashboard.ts";
import { phone, visit } from "../harness/visit.ts";
import { addHomeDevices } from "../world/home-devices.ts";
import { sendReadings } from "../world/world-traffic.ts";

await describeWithOwner("Home", (at) => {
  beforeAll(() => addHomeDevices(at), setUpTimeoutMs);

  test("shows three problems on a phone until the person asks for all, and all beside the board on a desktop", async () => {
    for (const name of ["A", "B", "C"]) {
      const device = await at.owner.do("POST", "./devices", { name, sensors: [] });
      await sendReadings(at.served.url, device, "/readings", { data: [{ sensor_slug: "none", value: 1 }] });
    }
    await at.owner.do("GET", "./devices?troubled=true");
    const rows = (page: Page) => page.getByRole("link", { name: /: requests rejected/ });
    await visit({ ...at.served, person: at.person, viewport: phone }, async (page) => {
      await page.goto("/");
      await page.getByRole("button", { name: "Show all 4" }).waitFor();
      expect(await rows(page).count()).toBe(3);
      const attention = await page.getByRole("heading", { name: "Needs attention" }).boundingBox();
      const board = await page.getByRole("heading", { name: "Overview" }).boundingBox();
      expect(attention!.y).toBeLessThan(board!.y);
      await page.getByRole("button", { name: "Show all 4" }).click();
      expect(await rows(page).count()).toBe(4);
    });
    await at.visit(async (page) => {
      await page.goto("/");
      await rows(page).nth(3).waitFor();
      const attention = await page.getByRole("heading", { name: "Needs attention" }).boundingBox();
      const tile = await page.getByRole("article").first().boundingBox();
      expect(attention!.x).toBeGreaterThan(tile!.x + tile!.width);
    });
  });
});
