import { expect, test } from "bun:test";
import { postReadings } from "../harness/post-readings.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { describeWithOwner } from "./harness/describe-with-owner.ts";

await describeWithOwner("a device whose clock fell back to 1970", (at) => {
  test("is reported on Home, in the list, on its page and with its request, until its clock is right again", async () => {
    const device = await at.owner.do("POST", "./devices", {
      ...{ name: "Weather station", expected_interval_s: 600 },
      sensors: [{ slug: "wind" }],
    });
    const send = (value: number, timestamp: string) =>
      postReadings(at.served.url, device, { sensor: "wind", data: { value, timestamp } });
    const isWrong = async () => (await at.owner.do("GET", `./devices/${device.uuid}`)).wrong_clock !== null;
    await send(1, new Date().toISOString());
    await send(2, "1970-01-01T00:00:10Z");
    await waitUntil("the clock is known to be wrong", isWrong);
    await at.visit(async (page) => {
      await page.goto("/");
      const item = page.getByRole("link", { name: /^The clock of Weather station is wrong/ });
      await item.getByText(/^Its times are [\d,]+ days in the past/).waitFor();
      await page.goto("/devices");
      await page.getByRole("link", { name: "Clock is wrong" }).click();
      await page.getByRole("heading", { name: "Weather station", level: 1 }).waitFor();
      await page.locator("header").getByText("Clock is wrong").waitFor();
      const requests = page.getByRole("main").getByText(/clock is [\d,]+ days behind/);
      await requests.first().waitFor();
      expect(await requests.count()).toBe(1);

      const others = Array.from({ length: 5 }, (_, nth) => `Buoy ${nth}`);
      for (const name of others) {
        const buoy = await at.owner.do("POST", "./devices", { name, sensors: [{ slug: "wind" }] });
        for (const timestamp of [new Date().toISOString(), "1970-01-01T00:00:10Z"])
          await postReadings(at.served.url, buoy, { sensor: "wind", data: { value: 1, timestamp } });
      }
      const buoys = () => at.owner.do("GET", "./devices?search=Buoy");
      await waitUntil("the other clocks are known to be wrong", async () => {
        const { items } = await buoys();
        return items.every((buoy: { wrong_clock: object | null }) => buoy.wrong_clock !== null);
      });
      await page.goto("/");
      await page.getByRole("link", { name: "More devices with a wrong clock" }).waitFor();
      for (const { uuid } of (await buoys()).items) await at.owner.do("DELETE", `./devices/${uuid}`);

      await send(3, new Date().toISOString());
      await waitUntil("the clock is right", async () => !(await isWrong()));
      await page.goto(`/devices/${device.uuid}`);
      await page.getByText(/^Last connected/).waitFor();
      expect(await page.getByText("Clock is wrong").count()).toBe(0);
      await page.goto("/");
      await page.getByText("No problems found").waitFor();
    });
  });
});
