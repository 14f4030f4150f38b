import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { waitUntil } from "../harness/wait-until.ts";
import { contrastProblems, structuralProblems } from "./harness/accessibility.ts";
import { rowsBetween, textsOfNewKinds } from "./harness/alike-parts.ts";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { phone } from "./harness/visit.ts";

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

  test("opens from the account menu on a phone", async () => {
    await at.visit(
      async (page) => {
        await page.goto("/settings");
        await page.getByRole("button", { name: "Account menu" }).tap();
        await page.getByRole("menuitem", { name: "Documentation" }).tap();
        await untilDocs(page);
      },
      { viewport: phone },
    );
  });

  test("looks like the dashboard, in its chosen theme", async () => {
    await at.visit(async (page) => {
      for (const theme of ["dark", "light"]) {
        await page.goto("/devices");
        await page.getByRole("navigation", { name: "Main" }).waitFor();
        await page.keyboard.press("Control+k");
        await page.keyboard.type(`switch to ${theme}`);
        await page.getByRole("option", { name: `Switch to ${theme}` }).click();
        await page.locator(`html[data-theme=${theme}]`).waitFor();
        const dashboard = await lookOf(page);
        await page.goto("/docs");
        expect(await lookOf(page)).toEqual(dashboard);
      }
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

  test("copies in browsers that give pages no clipboard without HTTPS", async () => {
    await at.visit(async (page) => {
      await page.addInitScript({
        content: `Object.defineProperty(navigator, "clipboard", { value: undefined });`,
      });
      await page.goto("/docs/api");
      await page.evaluate(`addEventListener("copy", () => { globalThis.copied = String(getSelection()); })`);
      const example = page.locator("figure").filter({ hasText: "Replace the words in capitals" });
      await example.getByRole("button", { name: /^Copy: / }).click();
      await example.getByRole("button", { name: /^Copied/ }).waitFor();
      expect(await page.evaluate("copied")).toBe(await example.locator("code").innerText());
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

  test("takes links to the one page that it was to where their targets are now", async () => {
    await at.visit(async (page) => {
      for (const [anchor, address] of [
        ["operation-listDevices", "/docs/api#operation-listDevices"],
        ["problem-not_valid", "/docs/api#problem-not_valid"],
        ["limits", "/docs/api#limits"],
        ["provisioning", "/docs/provisioning"],
        ["nodes-filters-compare", "/docs/nodes#filters-compare"],
        ["provisioning-first-start-an-answer-got-lost", "/docs/provisioning#an-answer-got-lost"],
      ] as const) {
        await page.goto(`/docs#${anchor}`);
        await page.waitForURL(at.served.url + address);
        const [, id] = address.split("#");
        if (id !== undefined) await untilInSight(page, id);
        await page.goto("about:blank");
      }
    });
  });

  test(
    "has no accessibility problems, checked for one section of each kind, light and dark",
    async () => {
      await at.visit(async (page) => {
        await page.goto("/docs/boards");
        expect(await structuralProblems(page)).toEqual([]);
        await page.goto("/docs/api");
        await page.getByRole("searchbox").waitFor();
        await openEverything(page);
        expect(await page.evaluate(keepOneOfEachKind)).toBeGreaterThan(5);
        await page.evaluate(`for (const row of (${rowsBetween})(document)) row.remove()`);
        expect(await structuralProblems(page)).toEqual([]);
        const schemes = ["light", "dark"] as const;
        await page.evaluate("globalThis.kept = []");
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme });
          await page.evaluate(`kept.push(...(${textsOfNewKinds})(document, []).elements)`);
        }
        await page.evaluate(removeAllButKept);
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme });
          expect(await contrastProblems(page)).toEqual([]);
        }
      });
    },
    wholePageTimeoutMs,
  );

  test("fits a phone and a small window: only code scrolls sideways", async () => {
    await at.visit(async (page) => {
      for (const path of ["/docs", "/docs/boards", "/docs/settings", "/docs/nodes", "/docs/api"]) {
        await page.goto(path);
        await openEverything(page);
        for (const width of [320, phone.width, 700, 1000]) {
          await page.setViewportSize({ ...phone, width });
          expect([path, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([path, width]);
        }
      }
    });
  });

  test("has its menu and search behind a button on a phone, without accessibility problems", async () => {
    await at.visit(
      async (page) => {
        await page.goto("/docs/boards");
        const menu = page.getByRole("navigation", { name: "Documentation" });
        await menu.waitFor({ state: "hidden" });
        await page.getByRole("button", { name: "Menu", exact: true }).tap();
        await menu.getByRole("searchbox").waitFor();
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await structuralProblems(page)).toEqual([]);
          expect(await contrastProblems(page)).toEqual([]);
        }
        await menu.getByRole("searchbox").fill("boards share");
        await menu.getByRole("link", { name: "Share links" }).tap();
        await menu.waitFor({ state: "hidden" });
        await untilInSight(page, "share-links");
        await page.getByRole("button", { name: "Menu", exact: true }).tap();
        await page.getByRole("button", { name: "Close menu" }).tap();
        await menu.waitFor({ state: "hidden" });
      },
      { viewport: phone },
    );
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

  test("can be read without its script", async () => {
    const context = await at.served.browser.newContext({ javaScriptEnabled: false });
    try {
      const page = await context.newPage();
      await page.goto(`${at.served.url}/docs/api`);
      await page.getByText('curl -i "https://YOUR_SERVER/api/v1/devices/DEVICE_UUID').first().waitFor();
      await page.locator("#operation-listDevices > summary").click();
      await page.locator("#operation-listDevices table").first().waitFor();
      expect(await page.getByRole("searchbox").count()).toBe(0);
      expect(await page.getByRole("button").count()).toBe(0);
      await page.setViewportSize(phone);
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      await page.getByRole("link", { name: "Charts", exact: true }).click();
      await page.getByRole("heading", { level: 1, name: "Charts" }).waitFor();
    } finally {
      await context.close();
    }
  });
});

const wholePageTimeoutMs = 240_000;

/**
 * Runs in the page. Unfolded, it has 42,000 elements, for which axe would need minutes. Sections are generated alike, so
 * of those with the same kinds of elements, the first is unfolded and the others are removed.
 */
const keepOneOfEachKind = `(() => {
  const kinds = new Set();
  for (const section of document.querySelectorAll("details")) {
    const elements = [...section.querySelectorAll("*")].map(({ tagName, className }) => tagName + "." + className);
    const kind = [...new Set(elements)].sort().join(" ");
    if (kinds.has(kind)) section.remove();
    section.open = true;
    kinds.add(kind);
  }
  return kinds.size;
})()`;

/** Runs in the page, which has thousands of texts of a few kinds. */
const removeAllButKept = `(() => {
  const holding = new Set();
  for (const element of kept)
    for (let around = element; around !== null; around = around.parentElement) holding.add(around);
  for (const element of document.body.querySelectorAll("*"))
    if (!holding.has(element) && !kept.some((each) => each.contains(element))) element.remove();
})()`;

/** Opens all folded parts, and waits until they have their content. */
async function openEverything(page: Page): Promise<void> {
  await page.evaluate(`document.querySelectorAll("details").forEach((each) => { each.open = true; })`);
  await page.waitForFunction(`document.querySelector("noscript") === null`);
}

async function untilInSight(page: Page, id: string): Promise<void> {
  await waitUntil(`#${id} is in sight`, () =>
    page.evaluate(
      `(({ top }) => top >= 0 && top < innerHeight)(document.getElementById("${id}").getBoundingClientRect())`,
    ),
  );
}

async function untilDocs(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1, name: "Documentation" }).waitFor();
  await page.locator("search input").waitFor({ state: "attached" });
}

/** The colours and the font of a page. */
function lookOf(page: Page): Promise<unknown> {
  return page.evaluate(`(({ backgroundColor, color, fontFamily }) => ({ backgroundColor, color, fontFamily }))(
    getComputedStyle(document.body))`);
}
