import type { Page } from "playwright-core";
import { takeOut } from "./page-faults.ts";

/** The file of a page that is loaded only when somebody opens it. */
export const pageFile = "**/assets/devices-page*";

export function goToDevices(page: Page): Promise<void> {
  return page.getByRole("link", { name: "Devices", exact: true }).click();
}

/** Records every load of the dashboard from now on. */
export function countLoads(page: Page): string[] {
  const loads: string[] = [];
  page.on("domcontentloaded", () => loads.push(page.url()));
  return loads;
}

/** Removes the faults of files that a test has made unavailable. */
export function takeOutMissing(faults: string[]): void {
  takeOut(faults, (fault) => /(devices-page|dry-run-panel)\S* 404$/.test(fault));
}
