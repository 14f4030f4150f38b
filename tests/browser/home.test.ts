import { beforeAll, test } from "bun:test";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { addHomeDevices } from "./world/home-devices.ts";
import { sendReadings } from "./world/world-traffic.ts";

await describeWithOwner("Home", (at) => {
  beforeAll(() => addHomeDevices(at), setUpTimeoutMs);

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
