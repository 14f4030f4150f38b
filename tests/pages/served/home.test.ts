import { beforeAll, expect, test } from "bun:test";
import { addHomeDevices } from "../../browser/world/home-devices.ts";
import { sendReadings } from "../../browser/world/world-traffic.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";

describeServedPages("Home", (at) => {
  beforeAll(() => addHomeDevices(at));

  test("links each figure to the devices that it counts, as Activity does", async () => {
    await at.visit(async (page) => {
      for (const [path, figure, name] of [
        ["/", "1 of 2 devices online", "Sending"],
        ["/", "Never connected 1", "Waiting"],
        ["/", "Disabled 1", "Resting"],
        ["/activity", "1 device with rejected requests", "Sending"],
      ] as const) {
        await page.goto(path);
        await page.getByRole("link", { name: figure }).click();
        await page.getByRole("heading", { name: "Devices", level: 1 }).waitFor();
        const listed = page
          .getByRole("table", { name: "Devices" })
          .getByRole("link")
          .filter({ hasNotText: "Recently rejected" });
        await listed.filter({ hasText: name }).waitFor();
        expect([figure, await listed.allTextContents()]).toEqual([figure, [name]]);
      }
    });
  });

  test("names the device whose requests were rejected, and links to them", async () => {
    await at.visit(async (page) => {
      await page.goto("/");
      await page.getByRole("link", { name: /^Sending: requests rejected/ }).click();
      await page.getByRole("heading", { name: "Sending", level: 1 }).waitFor();
      await page.getByText("Temp").first().waitFor();
    });
  });

  test("asks for no values of a device that was deleted a moment ago", async () => {
    const device = await at.owner.do("POST", "./devices", { name: "Brief", sensors: [{ slug: "glow" }] });
    await sendReadings(at.served.url, device, "/sensors/glow/readings", { data: { value: 7 } });
    // A request that is refused fails the visit.
    await at.visit(async (page) => {
      await page.goto("/");
      await page.getByRole("article", { name: "glow" }).getByText("7").first().waitFor();
      await page.getByRole("link", { name: "Devices" }).first().click();
      await page.getByRole("heading", { name: "Devices", level: 1 }).waitFor();
      await page.getByRole("link", { name: "Brief" }).waitFor();
      await at.owner.do("DELETE", `./devices/${device.uuid}`);
      await page.getByRole("link", { name: "Brief" }).waitFor({ state: "detached" });
      await page.getByRole("link", { name: "Home" }).first().click();
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      await page.getByRole("article", { name: "glow" }).waitFor({ state: "detached" });
      await page.getByText("No problems found").or(page.getByText("Needs attention")).first().waitFor();
    });
  });
});
