import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { phone, visit } from "./harness/visit.ts";
import { sendReadings } from "./world/world-traffic.ts";

await describeWithOwner("Home", (at) => {
  beforeAll(async () => {
    const sensors = [{ slug: "temperature" }];
    const sending = await at.owner.do("POST", "./devices", { name: "Sending", sensors });
    await at.owner.do("POST", "./devices", { name: "Waiting", sensors });
    await at.owner.do("POST", "./devices", { name: "Resting", enabled: false });
    for (const slug of ["temperature", "Temp"])
      await sendReadings(at.served.url, sending, "/readings", {
        data: [{ sensor_slug: slug, value: 21.5 }],
      });
    // Waits until their activity is stored.
    await at.owner.do("GET", "./devices?troubled=true");
  }, setUpTimeoutMs);

  test.each([
    ["/", "1 of 2 devices online", "Sending"],
    ["/", "Never connected 1", "Waiting"],
    ["/", "Disabled 1", "Resting"],
    ["/activity", "1 device with rejected requests", "Sending"],
  ])("%s links “%s” to the devices that it counts", async (path, figure, name) => {
    await at.visit(async (page) => {
      await page.goto(path);
      await page.getByRole("link", { name: figure }).click();
      await page.getByRole("heading", { name: "Devices", level: 1 }).waitFor();
      const listed = page
        .getByRole("table", { name: "Devices" })
        .getByRole("link")
        .filter({ hasNotText: "Recently rejected" });
      await listed.filter({ hasText: name }).waitFor();
      expect(await listed.allTextContents()).toEqual([name]);
    });
  });

  test("names the device whose requests were rejected, and links to them", async () => {
    await visit({ ...at.served, person: at.person, viewport: phone }, async (page) => {
      await page.goto("/");
      await page.getByRole("link", { name: /^Sending: requests rejected/ }).click();
      await page.getByRole("heading", { name: "Sending", level: 1 }).waitFor();
      await page.getByText("Temp").first().waitFor();
    });
  });

  test("shows the newest value and its chart, and follows what arrives", async () => {
    const device = await at.createDevice(["level"]);
    const send = (value: number) =>
      sendReadings(at.served.url, device, "/sensors/level/readings", { data: { value } });
    await send(40);
    await at.untilSettled();
    await at.visit(async (page) => {
      await page.goto("/");
      const tile = page.getByRole("article", { name: "level", exact: true });
      await tile.getByText("40", { exact: true }).waitFor();
      await page.getByText("Live", { exact: true }).first().waitFor();
      await send(41);
      await tile.getByText("41", { exact: true }).waitFor();
    });
  });

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
