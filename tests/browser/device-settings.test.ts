import { expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { describeWithOwner } from "./harness/describe-with-owner.ts";

await describeWithOwner("the settings of a device", (at) => {
  const createDevice = (name: string): Promise<{ uuid: string }> =>
    at.owner.do("POST", "./devices", { name, sensors: [{ slug: "temperature", name: "Temperature" }] });
  const nameOf = async (uuid: string): Promise<string> =>
    (await at.owner.do("GET", `./devices/${uuid}`)).name;

  test("ask before unsaved text is lost", async () => {
    const { uuid } = await createDevice("Shed");
    await at.visit(async (page) => {
      await page.goto(`/devices/${uuid}`);
      const tabs = page.getByRole("navigation", { name: "Tabs" });
      await tabs.getByRole("link", { name: "Settings" }).click();
      await page.getByLabel("Name").fill("Barn");
      await page.getByLabel("Description").fill("Behind the house");
      await tabs.getByRole("link", { name: "Charts" }).click();
      const question = questionOf(page);
      await question.getByText("Unsaved changes: name and description.").waitFor();
      await question.getByRole("button", { name: "Keep editing" }).click();
      await question.waitFor({ state: "detached" });
      expect(await page.getByLabel("Name").inputValue()).toBe("Barn");
      await page.goBack();
      await question.getByRole("button", { name: "Keep editing" }).click();
      const [ofBrowser] = await Promise.all([
        page.waitForEvent("dialog"),
        page.evaluate("setTimeout(() => location.reload())"),
      ]);
      expect(ofBrowser.type()).toBe("beforeunload");
      await ofBrowser.dismiss();
      expect(await page.getByLabel("Name").inputValue()).toBe("Barn");
      await page.getByRole("link", { name: "Alarms" }).click();
      await question.getByRole("button", { name: "Leave" }).click();
      await page.getByRole("heading", { name: "Alarms", level: 1 }).waitFor();
    });
    expect(await nameOf(uuid)).toBe("Shed");
  });
});

function questionOf(page: Page): Locator {
  return page.getByRole("dialog", { name: "Leave without saving?" });
}
