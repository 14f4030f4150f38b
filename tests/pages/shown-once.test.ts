import { expect, test } from "bun:test";
import { authenticatorCode } from "../browser/harness/authenticator.ts";
import { describePages } from "./harness/describe-pages.ts";
import type { Page } from "./harness/page.ts";

describePages("a secret that is shown once", (at) => {
  const home = (page: Page) => page.getByRole("heading", { level: 1, name: "Home" });

  test("is not left without a warning and can be replaced: recovery codes", async () => {
    await at.visit(async (page) => {
      await page.goto("/settings/profile");
      await page.getByRole("button", { name: "Set up" }).click();
      await page.getByLabel("Your password").fill(at.person.password);
      await page.getByRole("button", { name: "Next" }).click();
      const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent())!;
      await page.getByLabel("Code from the app").fill(authenticatorCode(secret));
      await page.getByRole("button", { name: "Turn on" }).click();
      const first = await shownCodes(page);
      await page.getByRole("link", { name: "Home" }).click();
      await page.getByRole("button", { name: "Stay here" }).click();
      expect(await shownCodes(page)).toEqual(first);
      await page.getByRole("button", { name: "I’ve saved them" }).click();

      await page.getByRole("button", { name: "New recovery codes" }).click();
      await page.getByLabel("Your password").fill(at.person.password);
      await page.getByLabel("Code", { exact: true }).fill(authenticatorCode(secret, "next"));
      await page.getByRole("button", { name: "Get new codes" }).click();
      await page.getByText("Your old codes no longer work.").waitFor();
      const second = await shownCodes(page);
      expect(second.filter((code) => first.includes(code))).toEqual([]);
      await page.getByRole("button", { name: "Copy all codes" }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      await page.getByRole("link", { name: "Home" }).click();
      await home(page).waitFor();
    });
  });
});

async function shownCodes(page: Page): Promise<string[]> {
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await codes.first().waitFor();
  return codes.allTextContents();
}
