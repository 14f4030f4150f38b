import type { Page } from "playwright-core";

/**
 * The limit of the cumulative layout shift, as browsers measure it. It is far below 0.1, which still counts as good.
 */
const layoutShiftMax = 0.001;

/** Records layout shifts from the next page on. */
export async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript({ content: noting });
}

/** What has moved until now; empty if it is too little to see. */
export async function seenShifts(page: Page, shiftMax = layoutShiftMax): Promise<readonly string[]> {
  const shifts = (await page.evaluate("layoutShifts")) as { value: number; moved: string }[];
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  return total <= shiftMax ? [] : shifts.map(({ value, moved }) => `${value}: ${moved}`);
}

/** Runs in the page. */
const noting = `
globalThis.layoutShifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    layoutShifts.push({ value, moved: sources.map(({ node }) => node?.outerHTML?.slice(0, 120)).join(" and ") });
}).observe({ type: "layout-shift", buffered: true });
`;
