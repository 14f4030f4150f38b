import type { Page } from "playwright-core";

/** As browsers count it (cumulative layout shift): next to nothing, where 0.1 still passes for good. */
const layoutShiftMax = 0.001;

/** From the next page on, notes what moves under the reader's eyes. */
export async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript({ content: noting });
}

/** What has moved until now; nothing where it is too little to be seen. */
export async function seenShifts(page: Page): Promise<readonly string[]> {
  const shifts = (await page.evaluate("layoutShifts")) as { value: number; moved: string }[];
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  return total <= layoutShiftMax ? [] : shifts.map(({ value, moved }) => `${value}: ${moved}`);
}

/** Runs in the page. */
const noting = `
globalThis.layoutShifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    layoutShifts.push({ value, moved: sources.map(({ node }) => node?.outerHTML?.slice(0, 120)).join(" and ") });
}).observe({ type: "layout-shift", buffered: true });
`;
