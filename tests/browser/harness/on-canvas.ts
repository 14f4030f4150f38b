import type { Locator, Page } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";
import { untilShown } from "./every-page.ts";

/** The drawing of a chain. */
export function canvas(page: Page): Locator {
  return page.locator(".react-flow");
}

/** The nodes on the canvas with this text, which may be a part of their name. */
export function node(page: Page, text: string): Locator {
  return page.locator(".react-flow__node").filter({ hasText: text });
}

/** Gives a node another name. */
export async function rename(page: Page, before: string, after: string): Promise<void> {
  await node(page, before).click();
  await page.getByLabel("Node name").fill(after);
}

/** Where the canvas is scrolled to, and how large it is drawn. */
export async function viewOf(page: Page): Promise<{ x: number; y: number; zoom: number }> {
  const style = (await page.locator(".react-flow__viewport").getAttribute("style")) ?? "";
  const [x = 0, y = 0, zoom = 0] = (style.match(/-?[\d.]+/g) ?? []).map(Number);
  return { x, y, zoom };
}

export async function untilInSight(page: Page, node: Locator): Promise<void> {
  await node.waitFor();
  await waitUntil("all of the node is on the canvas", async () => {
    const [inner, outer] = [await node.boundingBox(), await canvas(page).boundingBox()];
    if (inner === null || outer === null) return false;
    const isAcross = inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width;
    return isAcross && inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
  });
}

/** Runs in the page. Records the browser's layout shifts and every position of the canvas. */
const noteMoves = `
const moves = (window.moves = { shift: 0, boxes: [] });
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) moves.shift += value;
}).observe({ type: "layout-shift", buffered: true });
const look = () => {
  const canvas = document.querySelector(".react-flow");
  if (canvas !== null) {
    const { x, y, width, height } = canvas.getBoundingClientRect();
    const box = [x, y, width, height].join(" ");
    if (!moves.boxes.includes(box)) moves.boxes.push(box);
  }
  requestAnimationFrame(look);
};
look();
`;

/** Opens a chain in which no node saves, and returns how the canvas moved until everything was loaded. */
export async function movesWhileOpening(page: Page, chain: string) {
  await page.addInitScript({ content: noteMoves });
  await page.goto(`/chains/${chain}`);
  await page.getByText("No node in this chain saves").first().waitFor();
  await untilShown(page);
  return (await page.evaluate("moves")) as { shift: number; boxes: string[] };
}
