import { expect, test } from "bun:test";
import { sendReadings } from "../../browser/world/world-traffic.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";
import type { Locator } from "../harness/locator.ts";

describeServedPages("charts", (at) => {
  test("become a tile of a new board after six clicks from the page of the device, and of that board again", async () => {
    const measured = await at.createDevice(["heat", "damp"]);
    for (const slug of ["heat", "damp"])
      await sendReadings(at.served.url, measured, `/sensors/${slug}/readings`, { data: { value: 21 } });
    await at.untilSettled();
    await at.visit(async (page) => {
      let clicks = 0;
      const click = (locator: Locator) => {
        clicks++;
        return locator.click();
      };
      await page.goto(`/devices/${measured.uuid}`);
      await click(page.getByRole("main").getByRole("link", { name: "Charts", exact: true }));
      await click(page.getByRole("button", { name: "More chart tools" }));
      await click(page.getByRole("menuitem", { name: "Add to board…" }));
      const dialog = page.getByRole("dialog", { name: "Add chart to board" });
      // The list is opened, and a board is chosen.
      clicks += 2;
      await dialog.getByLabel("Board", { exact: true }).selectOption("New board");
      await dialog.getByLabel("Name of the board").fill("Climate");
      await click(dialog.getByRole("button", { name: "Add to board" }));
      expect(clicks).toBeLessThanOrEqual(6);
      await page.getByRole("link", { name: "View board" }).click();
      await page.getByRole("heading", { level: 1, name: "Climate" }).waitFor();
      const tile = page.getByRole("article", { name: /heat.*damp|damp.*heat/ });
      await tile.locator(".uplot").waitFor();

      await page.goto(`/devices/${measured.uuid}/charts`);
      await page.getByRole("button", { name: "More chart tools" }).click();
      await page.getByRole("menuitem", { name: "Add to board…" }).click();
      await dialog.getByLabel("Board", { exact: true }).selectOption("Climate");
      await dialog.getByLabel("Title of the tile").fill("Both");
      await dialog.getByRole("button", { name: "Add to board" }).click();
      await page.getByRole("link", { name: "View board" }).click();
      await page.getByRole("article", { name: "Both" }).locator(".uplot").waitFor();
      await tile.locator(".uplot").waitFor();
    });
  });
});
