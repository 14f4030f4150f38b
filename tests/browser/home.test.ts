import { beforeAll, expect, test } from "bun:test";
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
    ["Devices online", "Sending"],
    ["1 never connected", "Waiting"],
    ["1 disabled", "Resting"],
    ["1 device with rejected requests", "Sending"],
  ])("links “%s” to the devices that it counts", async (figure, name) => {
    await at.visit(async (page) => {
      await page.goto("/");
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
});
