import type { Locator } from "./locator.ts";
import type { Page } from "./page.ts";

/** The nodes on the canvas with this text, which may be a part of their name. */
export function node(page: Page, text: string): Locator {
  return page.locator(".react-flow__node").filter({ hasText: text });
}

/** The node with exactly this name. */
export function nodeNamed(page: Page, name: string): Locator {
  return page.locator(".react-flow__node").filter({ has: page.getByText(name, { exact: true }) });
}

/** Gives a node another name. */
export async function rename(page: Page, before: string, after: string): Promise<void> {
  await node(page, before).click();
  await page.getByLabel("Node name").fill(after);
}

/** The state of the draft, below the canvas. */
export function statusBar(page: Page): Locator {
  return page.getByRole("region", { name: "Draft" });
}
