import type { Page } from "./page.ts";

/** Waits until the page has its stream of events. */
export function untilLive(page: Page): Promise<void> {
  return page.getByText("Live", { exact: true }).first().waitFor();
}
