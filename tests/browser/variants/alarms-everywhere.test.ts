import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";
import { accessibilityProblems, type SeenTexts, touchProblems } from "../harness/accessibility.ts";
import { describeWithServer } from "../harness/describe-with-owner.ts";
import { untilShown } from "../harness/every-page.ts";
import { takeOut } from "../harness/page-faults.ts";
import { setUpTimeoutMs } from "../harness/served-dashboard.ts";
import { toasts } from "../harness/shown-notifications.ts";
import { untilLive } from "../harness/until-live.ts";
import { desktop, phone } from "../harness/visit.ts";
import {
  type AlarmingDevice,
  addDevice,
  probes,
  raiseAlarmsIn,
  raiseOnly,
  unacknowledgedAlarms,
} from "../world/alarming-account.ts";
import type { ManageSession } from "../world/manage-session.ts";

await describeWithServer("alarms outside their page", (at) => {
  let farm: ManageSession;
  let freezer: AlarmingDevice;
  beforeAll(async () => {
    farm = at.owner;
    await farm.do("PATCH", ".", { name: "Farm" });
    await raiseAlarmsIn(farm);
    freezer = await addDevice(farm, at.served.url, "Freezer 7", probes);
    await addDevice(farm, at.served.url, "Quiet one", ["temperature"]);
  }, setUpTimeoutMs);

  // Comes early, because every alarm of another test adds a row to check.
  test("fit windows of 1280, 390 and 320 px, with buttons large enough for touch", async () => {
    await raiseOnly(farm, freezer, 2);
    const longSlug = `a-${"very-long-".repeat(6)}s`;
    const names = ["Cold room of the eastern warehouse, behind the loading ramp (temporary)", "X".repeat(90)];
    for (const name of names) {
      const device = await addDevice(farm, at.served.url, name, [longSlug]);
      await device.send(longSlug, 31.123456);
    }
    await waitUntil("all are raised", async () => (await unacknowledgedAlarms(farm)).length === 4);
    const [newest] = await unacknowledgedAlarms(farm);
    await farm.do("POST", `./alarms/${newest}/acknowledge`);
    const { items } = await farm.do("GET", "./devices?alarms=true&search=Cold");
    const device = `/devices/${items[0].uuid}`;
    const seen: SeenTexts = new Set();
    await at.visit(async (page) => {
      for (const path of ["/alarms", "/alarms?state=all", `/alarms/${newest}`, "/devices", device]) {
        await page.setViewportSize(desktop);
        await page.goto(path);
        const isOfDevice = path === device;
        if (isOfDevice) await page.getByRole("list", { name: "Active alarms" }).waitFor();
        else await page.getByText("XXXX").first().waitFor();
        for (const width of [desktop.width, phone.width, 320]) {
          await page.setViewportSize({ width, height: 800 });
          await untilShown(page);
          const problems = isOfDevice ? await accessibilityProblems(page, seen) : await touchProblems(page);
          expect([path, width, await cutOff(page), problems]).toEqual([path, width, [], []]);
        }
      }
    });
  });

  test("raised during an interrupted stream are counted and shown when it is back", async () => {
    await raiseOnly(farm, freezer, 1);
    await at.visit(async (page, faults) => {
      await page.goto("/devices");
      await untilLive(page);
      await menu(page, "Alarms 1 unacknowledged").waitFor();
      await page.route("**/live", (route) => route.abort());
      await at.served.server.stop();
      await page.getByText("Not live", { exact: true }).first().waitFor();
      await at.served.weir.start();
      await freezer.send("probe-1", 31);
      await waitUntil("it is raised", async () => (await unacknowledgedAlarms(farm)).length === 2);
      await page.unroute("**/live");
      await untilLive(page);
      await menu(page, "Alarms 2 unacknowledged").waitFor();
      await toasts(page).filter({ hasText: "Freezer 7 · probe-1" }).waitFor();
      expect(await toasts(page).getByText("probe-0").count()).toBe(0);
      takeOut(faults, (fault) => fault.includes(" failed: net::ERR_"));
    });
  });
});

/** Buttons, links and states of rows that are cut off at the right edge of their card. */
async function cutOff(page: Page): Promise<unknown> {
  return page.evaluate(`
    [...document.querySelectorAll("main tr > td > *, main li :is(a, button), [role=dialog] dd > *")]
      .filter((each) => each.checkVisibility())
      .filter((each) => {
        const card = each.closest("section, [role=dialog], ul, table");
        const edge = Math.min(innerWidth, card.getBoundingClientRect().right);
        return each.getBoundingClientRect().right > edge + 1;
      })
      .map((each) => each.textContent)
  `);
}

/** The link in the menu with exactly this name. */
function menu(page: Page, name: string) {
  return page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });
}
