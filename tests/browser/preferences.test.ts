import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { untilShown } from "./harness/every-page.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";

await describeWithOwner("preferences", (at) => {
  let charts: string;
  beforeAll(async () => {
    const { uuid } = await at.createDevice(["temperature"]);
    charts = `/devices/${uuid}/charts`;
  }, setUpTimeoutMs);

  const choose = async (change: object) => at.owner.do("PATCH", "/session/preferences", change);
  const themeOf = (page: Page) => page.locator("html").getAttribute("data-theme");
  const groundOf = (page: Page) => page.evaluate("getComputedStyle(document.body).backgroundColor");

  test("show a person's time zone and time format in another browser", async () => {
    await at.visit(async (page) => {
      await page.goto("/settings/profile");
      const zone = page.getByLabel("Time zone", { exact: true });
      expect(await zone.inputValue()).toBe("Browser’s time zone");
      await page.getByText(/Your browser’s time zone is Europe\/Berlin \(GMT\+[12]\)\.$/).waitFor();
      await zone.fill("tokyo");
      await page.getByRole("option", { name: "Asia/Tokyo GMT+9" }).click();
      await page.getByText(/^Times are shown like this: .* GMT\+9$/).waitFor();
      const saved = page.waitForResponse("**/session/preferences");
      await page.getByLabel("Time format").selectOption("12-hour, 2:30 PM");
      await page.getByText(/^Times are shown like this: .* [ap]m GMT\+9$/i).waitFor();
      expect((await saved).status()).toBe(200);
    });
    await at.visit(async (page) => {
      await page.goto("/settings/profile");
      await page.locator('time[title*="GMT+9"]').first().waitFor();
      await page.goto(charts);
      await page.getByRole("button", { name: "Custom" }).click();
      await page.getByText("Time zone: Asia/Tokyo (GMT+9)").waitFor();
      await page.getByLabel("From", { exact: true }).fill("2026-06-01T09:00:00");
      await page.getByText(/^1 Jun( 2026)?, 0?9:00:00 am GMT\+9$/i).waitFor();
      await page.getByLabel("To", { exact: true }).fill("2026-06-02T09:00:00");
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await page.waitForURL(/from=2026-06-01T00%3A00%3A00.000Z&to=2026-06-02T00%3A00%3A00.000Z/);
    });
    await choose({ time_zone: null, time_format: "auto" });
  });

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
