import { beforeAll, expect, test } from "bun:test";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
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
});
