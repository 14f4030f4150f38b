import { beforeAll, expect, test } from "bun:test";
import { describeOnSharpScreen } from "../harness/describe-with-owner.ts";
import { openCharts } from "../harness/on-charts.ts";
import { setUpTimeoutMs } from "../harness/served-dashboard.ts";
import { addDeviceOfManyKinds } from "../world/charted-devices.ts";
import type { OwnedDevice } from "../world/owned-account.ts";

await describeOnSharpScreen("values in charts", (at) => {
  let device: OwnedDevice;
  beforeAll(async () => {
    device = await addDeviceOfManyKinds(at, Date.now());
  }, setUpTimeoutMs);

  test.each([
    ["huge", ["1.48e300", "1.5e300", "1.52e300"]],
    ["tiny", ["9.8e−10", "1e−9", "1.02e−9"]],
  ])("stand beside an axis whose labels are exact: %s", async (slug, labels) => {
    await at.visit(async (page) => {
      await openCharts(page, device.uuid, `sensors=${slug}&range=1h`);
      const drawn = (await page.evaluate("labels")) as string[];
      expect(drawn).toEqual(expect.arrayContaining(labels));
      expect(drawn.filter((text) => text.startsWith("−"))).toEqual([]);
    });
  });
});
