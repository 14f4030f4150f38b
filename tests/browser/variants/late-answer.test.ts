import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeWithOwner } from "../harness/describe-with-owner.ts";
import { untilLive } from "../harness/until-live.ts";
import { sendReadings } from "../world/world-traffic.ts";

await describeWithOwner("a list of sensors that arrives late", (at) => {
  test("does not hide a value that came while it was on its way", async () => {
    const device = await at.createDevice(["temperature"]);
    const send = (value: number) =>
      sendReadings(at.served.url, device, "/sensors/temperature/readings", { data: { value } });
    await send(20.25);
    await at.untilSettled();
    await at.visit(async (page) => {
      const { promise: sent, resolve: release } = Promise.withResolvers<void>();
      let isFirst = true;
      await page.route(/\/devices\/[^/]+\/sensors\?/, async (route) => {
        if (!isFirst) return route.continue();
        isFirst = false;
        const old = await route.fetch();
        await sent;
        return route.fulfill({ response: old });
      });
      // Another page shows when the event was sent.
      const other = await page.context().newPage();
      for (const opened of [page, other]) {
        await opened.goto(`${at.served.url}/devices/${device.uuid}`);
        await untilLive(opened);
      }
      const shown = (on: Page) =>
        on.getByRole("article").filter({ hasText: "temperature" }).getByText("21.75").waitFor();
      await send(21.75);
      await shown(other);
      await other.close();
      release();
      await shown(page);
    });
  });

  test("keeps its place meanwhile, is announced once, and says after ten seconds that it takes longer", async () => {
    await at.visit(async (page) => {
      const { promise: sent, resolve: release } = Promise.withResolvers<void>();
      await page.clock.install();
      await page.route(/\/accounts\/[^/]+\/api-keys/, async (route) => {
        await sent;
        await route.continue();
      });
      await page.goto("/settings/api-keys");
      const said = page.getByRole("status").filter({ hasText: "Loading…" });
      await said.waitFor({ state: "attached" });
      expect(await said.count()).toBe(1);
      // Five rows as high as those of a table, and the border of a card.
      const place = (await said.locator("xpath=following-sibling::*").boundingBox())!;
      expect(place.height).toBe(202);
      await page.clock.fastForward(10_000);
      await page.getByText("Loading… This takes longer than usual.").waitFor();
      release();
      await page.getByText("No API keys yet").waitFor();
      expect(await said.count()).toBe(0);
    });
  });
});
