import { beforeAll, test } from "bun:test";
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
