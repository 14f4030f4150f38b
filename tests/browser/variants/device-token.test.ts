import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeWithOwner } from "../harness/describe-with-owner.ts";
import { visit } from "../harness/visit.ts";
import { letIn } from "../world/world-people.ts";

await describeWithOwner("the token of a device", (at) => {
  test("is copied on plain HTTP too, where browsers have no clipboard for pages, and stays out of the page", async () => {
    const { uuid, token } = await at.createDevice(["temperature"]);
    await at.visit(async (page) => {
      await page.addInitScript({
        content: `globalThis.clipboardOfTest = navigator.clipboard;
          Object.defineProperty(navigator, "clipboard", { value: undefined });`,
      });
      await page.goto(`/devices/${uuid}/credentials`);
      const copied = () => page.evaluate("clipboardOfTest.readText()");
      const copy = async (name: string) => {
        await page.getByRole("button", { name }).click();
        await page.getByRole("button", { name: "Copied" }).waitFor();
      };
      await copy("Copy curl snippet");
      expect(await copied()).toContain(`Bearer ${token}`);
      expect(await page.content()).not.toContain(token);
      await page.getByRole("button", { name: "Show Token" }).click();
      await shownToken(page);
      await copy("Copy token");
      expect(await copied()).toBe(token);
    });
  });

  test("is a placeholder for people who may not see it", async () => {
    const { uuid } = await at.createDevice(["temperature"]);
    await letIn(at.served.url, at.owner, at.people.viewer, "viewer");
    await visit({ ...at.served, person: at.people.viewer }, async (page) => {
      await page.goto(`/devices/${uuid}/credentials`);
      await page.getByText("Ask an editor for the token").waitFor();
      await page.getByRole("button", { name: "Copy curl snippet" }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toContain("Bearer YOUR_DEVICE_TOKEN");
    });
  });
});

async function shownToken(page: Page): Promise<string> {
  const shown = page.getByRole("dialog").getByText(/^wdt_[\w-]+$/);
  await shown.waitFor();
  return (await shown.textContent())!;
}
