import { expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { tabTo } from "./harness/tab-to.ts";
import { visit } from "./harness/visit.ts";
import { sendReadings } from "./world/world-traffic.ts";

/** With a key, the first entry has the focus. After a click, it needs another key. */
const menuOpenings: readonly (readonly [
  how: string,
  open: (button: Locator, page: Page) => Promise<void>,
])[] = [
  ["Enter", (button) => button.press("Enter")],
  ["the down arrow", (button) => button.press("ArrowDown")],
  [
    "a click",
    async (button, page) => {
      await button.click();
      await page.getByRole("menu").waitFor();
      await page.keyboard.press("ArrowDown");
    },
  ],
];

await describeWithOwner("the keyboard alone", (at) => {
  test("is enough to sign in, create a device, and copy a token that works", async () => {
    const token = await visit(at.served, async (page) => {
      await page.goto("/");
      await page.getByLabel("Email").waitFor();
      await page.keyboard.type(at.person.email);
      await page.keyboard.press("Tab");
      await page.keyboard.type(at.person.password);
      await page.keyboard.press("Enter");
      await page.getByRole("navigation", { name: "Main" }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Go to" }).waitFor();
      await page.keyboard.type("new device");
      await page.keyboard.press("Enter");
      await tabTo(page, page.getByLabel("Name", { exact: true }));
      await page.keyboard.type("Typed");
      await tabTo(page, page.getByLabel("Name of sensor 1"));
      await page.keyboard.type("Temperature");
      await page.keyboard.press("Control+Enter");
      const copy = page.getByRole("button", { name: "Copy token" });
      await copy.waitFor();
      await tabTo(page, copy);
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Copied" }).first().waitFor();
      return (await page.evaluate("navigator.clipboard.readText()")) as string;
    });
    const { items } = await at.owner.do("GET", "./devices?search=Typed");
    const path = "/sensors/temperature/readings";
    const answer = await sendReadings(at.served.url, { ...items[0], token }, path, { data: { value: 1 } });
    expect(answer.status).toBe(202);
  });

  test("goes to a page with two letters, finds a device in the palette, and gets the focus back from a dialog", async () => {
    await at.createDevice(["temperature"]);
    await at.visit(async (page) => {
      await page.goto("/");
      await page.getByRole("navigation", { name: "Main" }).waitFor();
      await page.keyboard.press("g");
      await page.keyboard.press("d");
      await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
      await page.keyboard.press("/");
      await page.locator("input[type=search]:focus").waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Go to" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog", { name: "Go to" }).waitFor({ state: "detached" });
      await page.locator("input[type=search]:focus").waitFor();
      await page.keyboard.press("Control+k");
      await page.keyboard.type("test device");
      await page.getByRole("option", { name: "Test device", exact: true }).waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "Test device" }).waitFor();
    });
  });

  for (const [how, open] of menuOpenings) {
    test(`chooses from a menu opened with ${how}, before and after its list is loaded, and gets the focus back`, async () => {
      await at.visit(async (page) => {
        await page.goto("/");
        const button = page.getByRole("button", { name: at.person.email });
        await button.waitFor();
        for (const time of ["the first time", "again"]) {
          await open(button, page);
          await page.locator("[role=menuitem]:focus", { hasText: "Your profile" }).waitFor();
          await page.keyboard.press("ArrowDown");
          await page.locator("[role=menuitem]:focus", { hasText: "Documentation" }).waitFor();
          await page.keyboard.press("Escape");
          await page.getByRole("menu").waitFor({ state: "detached" });
          const focused = await page.evaluate("document.activeElement.getAttribute('aria-haspopup')");
          expect([time, focused]).toEqual([time, "menu"]);
        }
      });
    });
  }
});
