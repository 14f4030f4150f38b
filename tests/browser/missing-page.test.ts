import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeWithOwner } from "./harness/describe-with-owner.ts";

/** The file of a page that is loaded only when somebody opens it. */
const pageFile = "**/assets/devices-page*";

await describeWithOwner("a page that cannot be loaded", (at) => {
  test("reloads the dashboard if another version is served by now", async () => {
    await at.visit(async (page, faults) => {
      await page.goto("/chains");
      const loads = countLoads(page);
      await page.route(pageFile, (route) =>
        loads.length === 0 ? route.fulfill({ status: 404 }) : route.continue(),
      );
      await goToDevices(page);
      await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
      expect(loads.length).toBe(1);
      takeOutMissing(faults);
    });
  });
});

function goToDevices(page: Page): Promise<void> {
  return page.getByRole("link", { name: "Devices", exact: true }).click();
}

/** Records every load of the dashboard from now on. */
function countLoads(page: Page): string[] {
  const loads: string[] = [];
  page.on("domcontentloaded", () => loads.push(page.url()));
  return loads;
}

function takeOutMissing(faults: string[]): void {
  faults.splice(
    0,
    faults.length,
    ...faults.filter((fault) => !/(devices-page|dry-run-panel)\S* 404$/.test(fault)),
  );
}
