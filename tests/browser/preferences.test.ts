import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { untilShown } from "./harness/every-page.ts";

await describeWithOwner("preferences", (at) => {
  const choose = async (change: object) => at.owner.do("PATCH", "/session/preferences", change);
  const themeOf = (page: Page) => page.locator("html").getAttribute("data-theme");
  const groundOf = (page: Page) => page.evaluate("getComputedStyle(document.body).backgroundColor");

  test("show a person's theme in another browser, before any script of the page runs", async () => {
    await at.visit(async (page) => {
      await page.goto("/settings/profile");
      await page.getByLabel("Theme").selectOption("Dark");
      await page.locator("html[data-theme=dark]").waitFor();
    });
    await at.visit(async (page) => {
      await page.goto("/devices");
      await page.locator("html[data-theme=dark]").waitFor();
      const scripts = Promise.withResolvers<void>();
      await page.route("**/assets/*.js", async (route) => {
        await scripts.promise;
        await route.continue();
      });
      await page.goto("/devices", { waitUntil: "commit" });
      await page.locator(".opening").waitFor();
      expect(await themeOf(page)).toBe("dark");
      scripts.resolve();
      await untilShown(page);
      expect(await themeOf(page)).toBe("dark");
    });
    await choose({ theme: "system" });
  });

  test("follow the system with “Match system”, and not with a chosen theme", async () => {
    await at.visit(async (page) => {
      await page.goto("/settings/profile");
      const theme = page.getByLabel("Theme");
      await theme.waitFor();
      const light = await groundOf(page);
      await page.emulateMedia({ colorScheme: "dark" });
      const dark = await groundOf(page);
      expect(dark).not.toBe(light);
      await theme.selectOption("Light");
      await page.locator("html[data-theme=light]").waitFor();
      expect(await groundOf(page)).toBe(light);
      await theme.selectOption("Match system");
      await page.locator("html:not([data-theme])").waitFor();
      expect(await groundOf(page)).toBe(dark);
    });
  });
});
