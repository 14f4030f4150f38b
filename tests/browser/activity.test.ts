import { expect, test } from "bun:test";
import { waitUntil } from "../harness/wait-until.ts";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { sendReadings } from "./world/world-traffic.ts";

await describeWithOwner("activity", (at) => {
  test("shows a request as it arrives, creates the sensor that it named, and submits its reading again", async () => {
    const device = await at.owner.do("POST", "./devices", {
      name: "Shed",
      sensors: [{ slug: "temperature", name: "Temperature" }],
    });
    const timestamp = new Date(Date.now() - 60_000).toISOString();
    await at.visit(async (page) => {
      await page.goto("/activity");
      await page.getByText("Live", { exact: true }).first().waitFor();
      await sendReadings(at.served.url, device, "/readings", {
        data: [
          { sensor_slug: "temperature", value: 21.5 },
          { sensor_slug: "Temp", value: 22.25, timestamp },
        ],
      });
      const row = page.getByRole("link").filter({ hasText: "Shed" });
      await row.filter({ hasText: /did you mean/i }).waitFor();
      await row.click();
      await page.getByRole("button", { name: "Create sensor “Temp”" }).click();
      const creating = page.getByRole("dialog", { name: "Create sensor" });
      expect(await creating.getByLabel("Slug").inputValue()).toBe("Temp");
      await creating.getByRole("button", { name: "Create sensor" }).click();
      const created = page.getByRole("dialog", { name: "Sensor “Temp” created" });
      await created.getByRole("button", { name: "Submit it again" }).click();
      await created.waitFor({ state: "detached" });
      await page.getByText("This reading is saved by now: it was submitted or sent again.").waitFor();
      await page.getByText("Saved later").waitFor();
      await sendReadings(at.served.url, device, "/readings", {
        data: [
          { sensor_slug: "temperature", value: 20 },
          { sensor_slug: "tmp", value: 19.5, timestamp },
        ],
      });
      await page.goto(`/activity/quarantine?device=${device.uuid}`);
      await page.getByRole("button", { name: "Store as…: “tmp”" }).click();
      const storing = page.getByRole("dialog", { name: "Store “tmp” as…" });
      await storing.getByLabel("Sensor").selectOption("Temperature (temperature)");
      await storing.getByRole("button", { name: "Store 1 reading" }).click();
      await page.getByText("1 reading accepted.").waitFor();
      await page.goto("/activity/quarantine");
      await page.getByText("The quarantine is empty").waitFor();
      await page.getByText("new devices are kept until the device’s first day without rejections").waitFor();
    });
    await waitUntil("the reading is saved", async () => {
      const { latest } = await at.owner.do("GET", `./devices/${device.uuid}/sensors/Temp`);
      return latest?.value === 22.25 && Date.parse(latest.at) === Date.parse(timestamp);
    });
    expect((await at.owner.do("GET", "./quarantine")).items).toEqual([]);
  });

  test("does not move under the pointer, counts new arrivals, and continues afterwards", async () => {
    const device = await at.owner.do("POST", "./devices", {
      name: "Mill",
      sensors: [{ slug: "power", name: "Power" }],
    });
    let value = 0;
    const send = (readings: number) =>
      sendReadings(at.served.url, device, "/readings", {
        data: Array.from({ length: readings }, () => ({ sensor_slug: "power", value: ++value })),
      });
    await at.visit(async (page) => {
      await page.goto(`/activity?device=${device.uuid}`);
      await page.getByText("Live", { exact: true }).first().waitFor();
      await send(2);
      const rows = page.getByRole("list", { name: "Requests, newest first" }).getByRole("link");
      const first = rows.filter({ hasText: "2 accepted" });
      await first.hover();
      const before = await first.boundingBox();
      for (let nth = 0; nth < 30; nth++) await send(1);
      const news = page.getByRole("button", { name: "30 new requests" });
      await news.waitFor();
      expect(await first.boundingBox()).toEqual(before);
      expect(await rows.count()).toBe(1);
      await news.click();
      await rows.nth(30).filter({ hasText: "2 accepted" }).waitFor();
      await page.mouse.move(0, 0);
      await send(3);
      await rows.first().filter({ hasText: "3 accepted" }).waitFor();
    });
  });
});
