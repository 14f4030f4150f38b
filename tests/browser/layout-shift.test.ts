import { beforeAll, expect, test } from "bun:test";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { untilShown } from "./harness/every-page.ts";
import { noteShifts, seenShifts } from "./harness/layout-shift.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { untilOnline } from "./harness/until-online.ts";
import { sendReadings } from "./world/world-traffic.ts";

// `variants/layout-shift.test.ts` looks at other pages, and at phones.
await describeWithOwner("while it loads for the first time,", (at) => {
  let device: string;
  beforeAll(async () => {
    const sender = await at.createDevice(["temperature"]);
    device = sender.uuid;
    await sendReadings(at.served.url, sender, "/sensors/temperature/readings", { data: { value: 21 } });
    await at.untilSettled();
    await untilOnline(at.owner);
  }, setUpTimeoutMs);

  test.each([
    ["the device list", () => "/devices"],
    ["the page of a device", () => `/devices/${device}`],
  ])("%s does not shift", async (_, path) => {
    await at.visit(
      async (page) => {
        await noteShifts(page);
        await page.goto(path());
        await untilShown(page);
        expect(await seenShifts(page)).toEqual([]);
      },
      { isFirst: true },
    );
  });
});
