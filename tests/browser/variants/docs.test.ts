import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { contrastProblems, structuralProblems } from "../harness/accessibility.ts";
import { rowsBetween, textsOfNewKinds } from "../harness/alike-parts.ts";
import { describeWithOwner } from "../harness/describe-with-owner.ts";
import { untilDocs, untilInSight } from "../harness/docs-page.ts";
import { phone } from "../harness/visit.ts";
import { zoomedFields } from "../harness/zoomed-fields.ts";

await describeWithOwner("the documentation", (at) => {
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

  test("breaks names of settings in tables only between their words", async () => {
    await at.visit(async (page) => {
      for (const path of ["/docs/limits", "/docs/settings", "/docs/nodes"]) {
        await page.goto(path);
        expect([path, await page.evaluate(brokenNames)]).toEqual([path, []]);
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
        expect(await zoomedFields(page)).toEqual([]);
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

/** Runs in the page. Returns the parts of names in tables that take more than one line. */
const brokenNames = `[...document.querySelectorAll(":is(th, td) code:has(wbr)")]
  .flatMap(({ childNodes }) => [...childNodes])
  .filter((part) => /^\\w+$/.test(part.textContent))
  .filter((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return range.getClientRects().length > 1;
  })
  .map(({ textContent }) => textContent)`;

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

/** The colours and the font of a page. */
function lookOf(page: Page): Promise<unknown> {
  return page.evaluate(`(({ backgroundColor, color, fontFamily }) => ({ backgroundColor, color, fontFamily }))(
    getComputedStyle(document.body))`);
}
