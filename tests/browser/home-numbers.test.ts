import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { untilSoon } from "./harness/until-soon.ts";
import { sendReadings } from "./world/world-traffic.ts";

await describeWithOwner(
  "the numbers of Home",
  (at) => {
    let send: (body: unknown) => Promise<Response>;
    let value = 0;
    const sendReading = () => send({ data: [{ sensor_slug: "temperature", value: value++ }] });

    beforeAll(async () => {
      const device = await at.owner.do("POST", "./devices", {
        name: "Boiler",
        sensors: [{ slug: "temperature" }],
      });
      send = (body) => sendReadings(at.served.url, device, "/readings", body);
      await sendReading();
      await at.served.weir.untilSettled();
    }, setUpTimeoutMs);

    test("follow what comes in at once, and then only every three seconds, however much comes in", async () => {
      await at.visit(async (page) => {
        await page.clock.install();
        await page.goto("/");
        await page.getByText("Live", { exact: true }).first().waitFor();
        await page.getByText("of 1 in 24 h").waitFor();
        await page.clock.pauseAt(Date.now() + 1000);
        const startMs = await pageNowMs(page);
        let asked = 0;
        page.on("request", (request) => {
          if (request.url().endsWith("/devices/counts")) asked++;
        });

        await sendReading();
        await untilSoon(page, "the reading is counted", () => page.getByText("of 2 in 24 h").isVisible());
        for (let nth = 0; nth < 30; nth++) await sendReading();
        await untilSoon(page, "all are counted", () => page.getByText("of 32 in 24 h").isVisible());
        const passedMs = (await pageNowMs(page)) - startMs;
        // Once more, because every fifteen seconds it asks in any case.
        expect(asked).toBeLessThanOrEqual(2 + passedMs / 3000);
      });
    });

    test("are the same on Home, in the list of devices and on the page of the only device", async () => {
      const { readings_per_minute } = await at.owner.do("GET", "./statistics");
      expect(readings_per_minute).toBeGreaterThan(0);
      await at.visit(async (page) => {
        await page.goto("/");
        const accepted = page.getByText("Accepted", { exact: true }).locator("xpath=following::dd[1]");
        const total = await accepted.textContent();
        await page.goto("/devices");
        await page.getByRole("img", { name: `${total} readings in the last 24 hours` }).waitFor();
        await page.getByRole("link", { name: "Boiler" }).click();
        await page.getByRole("heading", { name: "Last 24 hours" }).waitFor();
        await accepted.filter({ hasText: total! }).waitFor();
      });
    });

    test("tell rejected readings and refused requests apart, and each leads to its requests", async () => {
      await send({ data: ["Temp", "Hum"].map((sensor_slug) => ({ sensor_slug, value: 1 })) });
      for (let nth = 0; nth < 3; nth++)
        expect((await send({ data: [{ sensor_slug: "temperature", value: "bad" }] })).status).toBe(422);
      await at.visit(async (page) => {
        await page.goto("/");
        const readings = page.getByRole("region", { name: "Readings rejected" });
        const requests = page.getByRole("region", { name: "Whole requests refused" });
        await readings.getByRole("link", { name: "Unknown sensor 2" }).waitFor();
        expect(await readings.getByRole("link").count()).toBe(1);
        await requests.getByRole("link", { name: "Invalid body 3" }).click();
        await page.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
        expect(new URL(page.url()).searchParams.get("reason")).toBe("validation_failed");
        await page.getByText("Refused: invalid body").nth(2).waitFor();
      });
    });
  },
  { WEIR_DEMO: "false" },
);

function pageNowMs(page: Page): Promise<number> {
  return page.evaluate(() => Date.now());
}
