import type { Locator, Page } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";

/** The drawing of a chain. */
export function canvas(page: Page): Locator {
  return page.locator(".react-flow");
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
export const noteMoves = `
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
