import { expect, test } from "bun:test";
import { accessibilityProblems } from "./harness/accessibility.ts";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { untilDocs, untilInSight } from "./harness/docs-page.ts";

await describeWithOwner("the documentation", (at) => {
  test("opens from the menu and the palette, and links back", async () => {
    await at.visit(async (page) => {
      await page.goto("/devices");
      await page.getByRole("link", { name: "Documentation" }).click();
      await untilDocs(page);
      await page.getByRole("link", { name: "Back to dashboard" }).click();
      await page.getByRole("navigation", { name: "Main" }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/");
      await page.keyboard.press("Control+k");
      await page.keyboard.type("docs");
      await page.getByRole("option", { name: "Documentation" }).waitFor();
      await page.keyboard.press("Enter");
      await untilDocs(page);
    });
  });

  test("has the server's own address in its examples, which can be copied", async () => {
    await at.visit(async (page) => {
      await page.goto("/docs/api");
      const example = page.locator("figure").filter({ hasText: "Replace the words in capitals" });
      await example.getByRole("button", { name: /^Copy: Replace/ }).click();
      await example.getByRole("button", { name: /^Copied/ }).waitFor();
      const copied = (await page.evaluate("navigator.clipboard.readText()")) as string;
      expect(copied).toStartWith(`curl -i "${at.served.url}/api/v1/devices/DEVICE_UUID/`);
      expect(copied).toBe(await example.locator("code").innerText());
      const withPlaceholder = await page.locator("code", { hasText: "YOUR_SERVER" }).allInnerTexts();
      expect(withPlaceholder).toHaveLength(1);
      // The client of the example only speaks TLS, and this server does not.
      expect(withPlaceholder[0]).toContain("WiFiClientSecure");
      expect(await page.locator("figure:not(:has(button[aria-label^=Cop]))").count()).toBe(0);
    });
  });

  test("is searched with the keyboard: finds pages, parts and operations, and opens the first with Enter", async () => {
    await at.visit(async (page) => {
      await page.goto("/docs");
      await page.keyboard.press("/");
      await page.keyboard.type("raise-alarm");
      await page.getByText("1 match", { exact: true }).waitFor();
      await page.getByRole("navigation").getByRole("link", { name: "Charts" }).waitFor({ state: "hidden" });
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "raise-alarm — Raise alarm" }).waitFor();
      expect(page.url()).toBe(`${at.served.url}/docs/nodes#actions-raise-alarm`);

      const search = page.getByRole("searchbox", { name: "Search the documentation" });
      await search.fill("no such thing");
      await page.getByText("Nothing matches “no such thing”.").waitFor();
      await search.press("Escape");
      expect(await search.inputValue()).toBe("");
      await page.getByRole("navigation").getByRole("link", { name: "Charts" }).waitFor();
      await search.fill("count devices by their status");
      await page.getByRole("search").getByRole("link").click();
      await page.locator("#operation-countDevices[open] table").first().waitFor();
    });
  });

  test("unfolds the target of a link", async () => {
    await at.visit(async (page) => {
      await page.goto("/docs/api#operation-listDevices");
      const operation = page.locator("#operation-listDevices");
      await operation.getByText("An API key needs the scope").waitFor();
      await untilInSight(page, "operation-listDevices");
      await operation.getByRole("link", { name: "Device", exact: true }).click();
      await page.locator("#form-Device").getByText("last_connected").waitFor();
      await untilInSight(page, "form-Device");
    });
  });

  test("has no accessibility problems", async () => {
    await at.visit(async (page) => {
      await page.goto("/docs/boards");
      expect(await accessibilityProblems(page)).toEqual([]);
    });
  });

  test("opens in a new tab from a node's settings and from the palette of the chain editor", async () => {
    const nodes = [{ id: "cold", type: "compare", config: { value: -15 }, position: { x: 0, y: 0 } }];
    const chain = await at.owner.do("POST", "./chains", { name: "Helped", definition: { nodes, wires: [] } });
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain.uuid}?node=cold`);
      for (const [link, heading] of [
        ["Compare in the node reference (opens in a new tab)", "compare — Compare"],
        ["Actions in the node reference (opens in a new tab)", "Actions"],
      ] as const) {
        const opening = page.context().waitForEvent("page");
        await page.getByRole("link", { name: link }).click();
        const docs = await opening;
        await docs.locator(":is(h2, h3, h4):target", { hasText: heading }).waitFor();
        await docs.close();
      }
      await page.getByRole("heading", { name: "Helped" }).waitFor();
    });
  });
});
