import { expect, test } from "bun:test";
import { describePages } from "./harness/describe-pages.ts";
import { untilShown } from "./harness/until-shown.ts";

describePages("preferences", (at) => {
  const choose = async (change: object) => at.owner.do("PATCH", "/session/preferences", change);

  test("show a person's time zone and time format in another browser", async () => {
    await at.visit(async (page) => {
      await page.goto("/settings/profile");
      const zone = page.getByLabel("Time zone", { exact: true });
      expect(await zone.inputValue()).toBe("Browser’s time zone");
      await page.getByText("Your browser’s time zone is UTC.").waitFor();
      await zone.click();
      await page.getByRole("option", { name: "Asia/Tokyo GMT+9" }).click();
      await page.getByText(/^Times are shown like this: .* GMT\+9$/).waitFor();
      await page.getByLabel("Time format").selectOption("12-hour, 2:30 PM");
      await page.getByText(/^Times are shown like this: .* [ap]m GMT\+9$/i).waitFor();
      await untilShown(page);
    });
    await at.visit(async (page) => {
      await page.goto("/settings/profile");
      await page.locator('time[title*="GMT+9"]').first().waitFor();
      const { uuid } = await at.createDevice(["temperature"]);
      await page.goto(`/devices/${uuid}/charts`);
      await page.getByRole("button", { name: "Custom" }).click();
      await page.getByText("Time zone: Asia/Tokyo (GMT+9)").waitFor();
      await page.getByLabel("From", { exact: true }).fill("2026-06-01T09:00:00");
      await page.getByText(/^Jun 1(, 2026)?, 9:00:00 am GMT\+9$/i).waitFor();
      await page.getByLabel("To", { exact: true }).fill("2026-06-02T09:00:00");
      await page.getByRole("button", { name: "Show", exact: true }).click();
      await page.waitForURL(/from=2026-06-01T00%3A00%3A00.000Z&to=2026-06-02T00%3A00%3A00.000Z/);
    });
    await choose({ time_zone: null, time_format: "auto" });
  });
});
