import type { Locator, Page } from "playwright-core";
import { noteLabels } from "./note-labels.ts";

/** The table below the charts. */
export function figuresOf(page: Page): Locator {
  return page.getByRole("table", { name: "Values in this range" });
}

/** The range in the link, which is updated when the view rests. */
export function shownSpan(page: Page): { readonly toMs: number; readonly lengthMs: number } {
  const { searchParams } = new URL(page.url());
  const [fromMs, toMs] = ["from", "to"].map((name) => Date.parse(searchParams.get(name) ?? "")) as [
    number,
    number,
  ];
  return { toMs, lengthMs: toMs - fromMs };
}

/** Opens the charts of these sensors, notes what is drawn on them, and returns the first row of the table. */
export async function openCharts(page: Page, device: string, query: string): Promise<Locator> {
  await page.addInitScript({ content: noteLabels });
  await page.goto(`/devices/${device}/charts?${query}`);
  const row = figuresOf(page).getByRole("row").nth(1);
  await row.getByText(/\d/).filter({ visible: true }).first().waitFor();
  return row;
}
