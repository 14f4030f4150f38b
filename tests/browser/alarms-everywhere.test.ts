import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { waitUntil } from "../harness/wait-until.ts";
import { accessibilityProblems } from "./harness/accessibility.ts";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { takeOut } from "./harness/page-faults.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { toasts } from "./harness/shown-notifications.ts";
import { untilLive } from "./harness/until-live.ts";
import { type AlarmingDevice, probes, raiseOnly, unacknowledgedAlarms } from "./world/alarming-account.ts";
import { addHarbour } from "./world/farm-and-harbour.ts";
import type { ManageSession } from "./world/manage-session.ts";

await describeWithOwner("alarms outside their page", (at) => {
  let farm: ManageSession;
  let harbour: ManageSession;
  let freezer: AlarmingDevice;
  let crane: AlarmingDevice;
  beforeAll(async () => {
    farm = at.owner;
    ({ harbour, freezer, crane } = await addHarbour(at));
  }, setUpTimeoutMs);

  test("of another account are neither counted nor shown until the account is switched", async () => {
    await raiseOnly(farm, freezer, 1);
    await raiseOnly(harbour, crane, 2);
    await at.visit(async (page, faults) => {
      await page.goto("/devices");
      await untilLive(page);
      await menu(page, "Alarms 1 unacknowledged").waitFor();
      await crane.send("probe-5", 31);
      await waitUntil("it is raised", async () => (await unacknowledgedAlarms(harbour)).length === 3);
      // An alarm of the account that is shown follows later, in a toast of its own.
      await freezer.send("probe-5", 31);
      await toasts(page).getByText("Freezer 7 · probe-5").waitFor();
      expect(await toasts(page).getByText("Crane").count()).toBe(0);
      await waitUntil("the title has it too", async () => (await page.title()) === "(2) Devices · Weir");
      await page.getByRole("button", { name: "Farm" }).click();
      await page.getByRole("menuitem", { name: "Switch to Harbour" }).click();
      await menu(page, "Alarms 3 unacknowledged").waitFor();
      await waitUntil("the title has it", async () => (await page.title()) === "(3) Home · Weir");
      await page.getByRole("link", { name: "Devices", exact: true }).first().click();
      await page.getByRole("link", { name: /^3 alarms/ }).waitFor();
      expect(await page.getByRole("link", { name: /^2 alarms/ }).count()).toBe(0);
      // The link names the alarm, which does not exist in the other account.
      const [foreign] = await unacknowledgedAlarms(farm);
      await page.goto(`/alarms/${foreign}`);
      await page.getByText("This alarm does not exist").waitFor();
      takeOut(faults, (fault) => fault.includes(`/accounts/${harbour.account}/alarms/${foreign} 404`));
    });
  });

  test("appear in toasts with links, and many of them in one toast", async () => {
    await raiseOnly(farm, freezer, 0);
    await at.visit(async (page) => {
      await page.goto("/devices");
      await untilLive(page);
      await freezer.send("probe-0", 31.5);
      const first = toasts(page).filter({ hasText: "Freezer 7 · probe-0" });
      await first.getByText("It is 31.5 °C in there").waitFor();
      await first.getByText("Critical", { exact: true }).waitFor();
      await freezer.send("probe-1", 25);
      const second = toasts(page).filter({ hasText: "Freezer 7 · probe-1" });
      await second.getByText("Warning", { exact: true }).waitFor();
      // Toasts under the pointer stay open.
      await first.hover();
      expect(await accessibilityProblems(page)).toEqual([]);
      await first.getByRole("link", { name: "View alarm" }).click();
      await page.getByRole("heading", { level: 1, name: "too hot", exact: true }).waitFor();
      const main = page.getByRole("main");
      await main.getByText("It is 31.5 °C in there").first().waitFor();
      await main.getByRole("link", { name: "Freezer 7" }).waitFor();
      await main.getByRole("button", { name: "Acknowledge" }).click();
      await main.getByText("Acknowledged", { exact: true }).first().waitFor();
      await page.getByRole("link", { name: "Devices", exact: true }).first().click();
      // Alarms that were announced already are not counted again.
      await waitUntil("the toast is closed, or has gone by itself", async () => {
        if ((await second.count()) === 0) return true;
        await second
          .getByLabel("Close")
          .click({ timeout: 1000 })
          .catch(() => undefined);
        return false;
      });
      await Promise.all(probes.slice(2, 7).map((slug) => freezer.send(slug, 32)));
      const folded = toasts(page).filter({ hasText: /^\d new alarms/ });
      await folded.getByText("5 new alarms").waitFor();
      await folded.getByText("5 critical").waitFor();
      expect(await toasts(page).getByText("Freezer 7").count()).toBe(0);
      await folded.getByRole("link", { name: "View alarms" }).click();
      await page.waitForURL("**/alarms?state=unacknowledged");
      await page.getByRole("row").filter({ hasText: "probe-6" }).waitFor();
    });
  });
});

/** The link in the menu with exactly this name. */
function menu(page: Page, name: string) {
  return page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });
}
