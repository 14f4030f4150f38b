import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { untilSoon } from "./harness/until-soon.ts";
import { sendReadings } from "./world/world-traffic.ts";

await describeWithOwner("the numbers of Activity", (at) => {
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
    await at.untilSettled();
  }, setUpTimeoutMs);

  test("update at once, and then only every three seconds, however much comes in", async () => {
    await at.visit(async (page) => {
      await page.clock.install();
      await page.goto("/activity");
      await page.getByText("Live", { exact: true }).first().waitFor();
      await page.getByText("1 reading accepted").waitFor();
      await page.clock.pauseAt(Date.now() + 1000);
      const startMs = await pageNowMs(page);
      let asked = 0;
      page.on("request", (request) => {
        if (request.url().endsWith("/devices/counts")) asked++;
      });

      await sendReading();
      await untilSoon(page, "the reading is counted", () =>
        page.getByText("2 readings accepted").isVisible(),
      );
      for (let nth = 0; nth < 30; nth++) await sendReading();
      await untilSoon(page, "all are counted", () => page.getByText("32 readings accepted").isVisible());
      const passedMs = (await pageNowMs(page)) - startMs;
      // Repeated, because the page reloads every fifteen seconds in any case.
      expect(asked).toBeLessThanOrEqual(2 + passedMs / 3000);
    });
  });
});

function pageNowMs(page: Page): Promise<number> {
  return page.evaluate(() => Date.now());
}
