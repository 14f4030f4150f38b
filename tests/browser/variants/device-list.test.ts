import { test } from "bun:test";
import { describeWithOwner } from "../harness/describe-with-owner.ts";
import { phone } from "../harness/visit.ts";
import { sendReadings } from "../world/world-traffic.ts";

await describeWithOwner("the device list on a phone", (at) => {
  test("marks devices that are rejected, and links to the reasons", async () => {
    const probe = await at.createDevice(["temperature"]);
    await sendReadings(at.served.url, probe, "/readings", { data: [{ sensor_slug: "humidity", value: 40 }] });
    await at.visit(
      async (page) => {
        await page.goto("/devices?status=rejected");
        await page
          .getByRole("list", { name: "Devices" })
          .getByRole("link", { name: "Recently rejected" })
          .click();
        await page.getByRole("heading", { name: "Test device", level: 1 }).waitFor();
      },
      { viewport: phone },
    );
  });
});
