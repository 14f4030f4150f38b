import { expect, test } from "bun:test";
import { postReadings } from "../../harness/post-readings.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";

describeServedPages("a device whose clock fell back to 1970", (at) => {
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

      const buoys: Parameters<typeof postReadings>[1][] = [];
      for (let nth = 0; nth < 5; nth++)
        buoys.push(
          await at.owner.do("POST", "./devices", { name: `Buoy ${nth}`, sensors: [{ slug: "wind" }] }),
        );
      const sendAll = (timestamp: string) =>
        Promise.all(
          buoys.map((buoy) =>
            postReadings(at.served.url, buoy, { sensor: "wind", data: { value: 1, timestamp } }),
          ),
        );
      await sendAll(new Date().toISOString());
      await waitUntil("the other clocks are known to be wrong", async () => {
        // Sent again, because times in the past do not count while current ones are still being noted.
        await sendAll("1970-01-01T00:00:10Z");
        const { items } = await at.owner.do("GET", "./devices?search=Buoy");
        return items.every((buoy: { wrong_clock: object | null }) => buoy.wrong_clock !== null);
      });
      await page.goto("/");
      await page.getByRole("link", { name: "More devices with a wrong clock" }).waitFor();

      // Home would ask for the values of what is being deleted.
      await page.goto(`/devices/${device.uuid}`);
      await page.getByText(/^Last connected/).waitFor();
      for (const { uuid } of buoys) await at.owner.do("DELETE", `./devices/${uuid}`);
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
