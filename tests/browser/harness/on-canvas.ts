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
