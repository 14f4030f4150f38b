import { expect, test } from "bun:test";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { countLoads, goToDevices, pageFile, takeOutMissing } from "./harness/missing-files.ts";

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
