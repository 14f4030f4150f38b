import type { Page } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";

/** Waits until the element with this id is in the window. */
export async function untilInSight(page: Page, id: string): Promise<void> {
  await waitUntil(`#${id} is in sight`, () =>
    page.evaluate(
      `(({ top }) => top >= 0 && top < innerHeight)(document.getElementById("${id}").getBoundingClientRect())`,
    ),
  );
}

/** Waits until the documentation is open and can be searched. */
export async function untilDocs(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1, name: "Documentation" }).waitFor();
  await page.locator("search input").waitFor({ state: "attached" });
}
