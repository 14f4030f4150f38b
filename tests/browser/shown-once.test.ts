import { expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { describeWithOwner } from "./harness/describe-with-owner.ts";

await describeWithOwner("a secret that is shown once", (at) => {
  const home = (page: Page) => page.getByRole("heading", { level: 1, name: "Home" });

  /** Opens the dialog after visiting other pages, so that Back would leave it. */
  const survives = async (page: Page, dialog: Locator, done: string): Promise<void> => {
    const secret = dialog.getByRole("region").first();
    const shown = await secret.innerText();
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    expect(await secret.innerText()).toBe(shown);
    await page.goBack();
    await page.getByRole("button", { name: "Go back" }).click();
    expect(await secret.innerText()).toBe(shown);
    await dialog.getByRole("button", { name: done }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Home" }).click();
    await home(page).waitFor();
  };

  const openSettings = async (page: Page, section: string): Promise<void> => {
    await page.goto("/settings");
    await page.getByRole("link", { name: section }).click();
  };

  test("is not lost by Escape, by a click beside it or by Back: an API key", async () => {
    await at.visit(async (page) => {
      await openSettings(page, "API keys");
      await page.getByRole("button", { name: "Create key" }).click();
      await page.getByLabel("Name").fill("Grafana");
      await page.getByRole("button", { name: "Create key" }).click();
      await survives(page, page.getByRole("dialog", { name: "The key “Grafana”" }), "I’ve saved it");
    });
  });

  test("is not lost by Escape, by a click beside it or by Back: the link of an invitation", async () => {
    await at.visit(async (page) => {
      await openSettings(page, "Members");
      await page.getByRole("button", { name: "Invite member" }).click();
      await page.getByLabel("Email").fill("eve@example.org");
      await page.getByRole("button", { name: "Invite", exact: true }).click();
      await survives(page, page.getByRole("dialog", { name: "eve@example.org invited" }), "Done");
    });
  });
});
