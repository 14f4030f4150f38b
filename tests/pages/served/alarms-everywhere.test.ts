import { beforeAll, expect, test } from "bun:test";
import {
  type AlarmingDevice,
  addDevice,
  raiseOnly,
  unacknowledgedAlarms,
} from "../../browser/world/alarming-account.ts";
import { addHarbour } from "../../browser/world/farm-and-harbour.ts";
import { ManageSession } from "../../browser/world/manage-session.ts";
import { letIn } from "../../browser/world/world-people.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";
import type { Page } from "../harness/page.ts";
import { untilLive } from "../harness/until-live.ts";

describeServedPages("alarms outside their page", (at) => {
  let farm: ManageSession;
  let harbour: ManageSession;
  let freezer: AlarmingDevice;
  let crane: AlarmingDevice;
  beforeAll(async () => {
    farm = at.owner;
    ({ harbour, freezer, crane } = await addHarbour(at));
    await addDevice(farm, at.served.url, "Quiet one", ["temperature"]);
  });

  const activeIds = async (account: ManageSession): Promise<number[]> =>
    (await account.do("GET", "./alarms?state=active")).items.map(({ id }: { id: number }) => id);
  test("are the sign of their device on the map of a board, which says what it means", async () => {
    await farm.do("PATCH", `./devices/${freezer.uuid}`, { location: { latitude: 51.9, longitude: 4.4 } });
    const { uuid } = await farm.do("POST", "./boards", {
      name: "Places",
      definition: {
        tiles: [
          {
            id: "m",
            kind: "map",
            place: { x: 0, y: 0, width: 6, height: 5 },
            settings: { devices: { kind: "all" } },
          },
        ],
      },
    });
    await raiseOnly(farm, freezer, 1);
    await at.visit(async (page) => {
      await page.goto(`/boards/${uuid}`);
      const dot = page.getByRole("link", { name: /^Freezer 7.*online, critical alarm$/ });
      await dot.locator('[data-sign="critical"]').waitFor();
      await page.getByRole("list", { name: "Signs on the map" }).getByText("Critical alarm").waitFor();
      await untilLive(page);
      await freezer.send("probe-0", 5);
      await page.getByRole("link", { name: /^Freezer 7.*online$/ }).waitFor();
    });
  });

  test("are counted in the menu and in the title, and the count follows their state", async () => {
    await raiseOnly(harbour, crane, 5);
    await raiseOnly(farm, freezer, 0);
    await at.visit(async (page) => {
      await page.goto("/devices");
      await untilLive(page);
      await menu(page, "Alarms").waitFor();
      expect(await page.title()).toBe("Devices · Weir");
      await freezer.send("probe-0", 31);
      await freezer.send("probe-1", 31);
      await menu(page, "Alarms 2 unacknowledged").waitFor();
      expect(await page.title()).toBe("(2) Devices · Weir");
      const [newest, oldest] = await unacknowledgedAlarms(farm);
      await farm.do("POST", `./alarms/${newest}/acknowledge`);
      await menu(page, "Alarms 1 unacknowledged").waitFor();
      await farm.do("POST", "./alarms/unacknowledge", { ids: [newest] });
      await menu(page, "Alarms 2 unacknowledged").waitFor();
      await farm.do("POST", `./alarms/${oldest}/clear`);
      await menu(page, "Alarms 1 unacknowledged").waitFor();
      await freezer.send("probe-1", 5);
      await menu(page, "Alarms").waitFor();
      expect(await page.title()).toBe("Devices · Weir");
      // Acknowledges it on another page, whose title has the number, too.
      await freezer.send("probe-2", 25);
      await menu(page, "Alarms 1 unacknowledged").click();
      await page.getByRole("heading", { level: 1, name: "Alarms" }).waitFor();
      expect(await page.title()).toBe("(1) Alarms · Weir");
      await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
      await menu(page, "Alarms").waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await menu(page, "Alarms 1 unacknowledged").waitFor();
    });
  });

  test("are marked in the device list with the highest severity, and found by a filter", async () => {
    await raiseOnly(farm, freezer, 0);
    await at.visit(async (page) => {
      await page.goto("/devices");
      await untilLive(page);
      await page.getByRole("button", { name: "With alarms 0" }).waitFor();
      // All rows are in one question, which is asked again if an alarm of another test is cleared late.
      expect(new Set(page.asked.filter((path) => path.includes("/alarms/by-device"))).size).toBe(1);
      await freezer.send("probe-0", 25);
      const row = page.getByRole("row").filter({ hasText: "Freezer 7" });
      await row.getByRole("link", { name: "1 alarm, warning, not acknowledged" }).waitFor();
      await freezer.send("probe-1", 31);
      await row.getByRole("link", { name: "2 alarms, at most critical, not acknowledged" }).waitFor();
      const { items } = await farm.do("GET", "./alarms?severity=critical&state=active");
      await farm.do("POST", `./alarms/${items[0].id}/acknowledge`);
      await row.getByRole("link", { name: "2 alarms, at most critical, 1 not acknowledged" }).waitFor();
      await page.getByRole("button", { name: "With alarms 1" }).click();
      await page.waitForURL(/\/devices\?status=alarms$/);
      await page.getByRole("link", { name: "Quiet one" }).waitFor({ state: "detached" });
      await row.getByRole("link", { name: /^2 alarms/ }).click();
      await page.waitForURL(/\/alarms\?device=/);
      await page.goBack();
      await row.waitFor();
      await page.moveAway();
      await freezer.send("probe-0", 5);
      await freezer.send("probe-1", 5);
      await page.getByText("No devices with alarms").waitFor();
    });
  });

  test("can be acknowledged and unacknowledged on the page of their device, but not by viewers", async () => {
    await raiseOnly(farm, freezer, 2);
    const card = (page: Page) => page.getByRole("list", { name: "Active alarms" }).getByRole("listitem");
    await at.visit(async (page) => {
      await page.goto(`/devices/${freezer.uuid}`);
      await untilLive(page);
      const line = card(page).filter({ hasText: "probe-1" });
      await line.getByRole("button", { name: "Acknowledge too hot" }).click();
      await line.getByText("Acknowledged by Ada").waitFor();
      await page.getByRole("link", { name: "2 alarms, at most critical, 1 not acknowledged" }).waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await line.getByRole("button", { name: "Acknowledge too hot" }).waitFor();
      await page.getByRole("button", { name: "Acknowledge all" }).click();
      await page.getByText("2 alarms acknowledged.").waitFor();
      await page.getByRole("link", { name: "2 alarms, at most critical, acknowledged" }).waitFor();
      await menu(page, "Alarms").waitFor();
      // Somebody else removes the acknowledgement, and a reading clears the other alarm.
      await farm.do("POST", "./alarms/unacknowledge", { ids: [(await activeIds(farm))[0]] });
      await menu(page, "Alarms 1 unacknowledged").waitFor();
      await freezer.send("probe-0", 5);
      await page.getByRole("link", { name: "1 alarm, critical, not acknowledged" }).waitFor();
      await card(page).getByRole("link", { name: "too hot" }).click();
      await page.getByRole("heading", { level: 1, name: "too hot", exact: true }).waitFor();
    });
    await letIn(at.served.url, farm, at.people.viewer, "viewer");
    const viewer = await ManageSession.signIn(at.served.url, at.people.viewer);
    await at.visit(
      async (page) => {
        await page.goto(`/devices/${freezer.uuid}`);
        await card(page).getByText("It is 31 °C in there").waitFor();
        expect(await page.getByRole("button", { name: /^Acknowledge/ }).count()).toBe(0);
        await menu(page, "Alarms 1 unacknowledged").waitFor();
        await page.goto(`/alarms/${(await unacknowledgedAlarms(farm))[0]}`);
        await page.getByRole("main").getByText("It is 31 °C in there").first().waitFor();
        await page.getByRole("list", { name: "History of the alarm" }).waitFor();
        const acts = /^(Acknowledge|Clear|Snooze|Add comment)/;
        expect(await page.getByRole("button", { name: acts }).count()).toBe(0);
        expect(await page.getByLabel("Assignee").count()).toBe(0);
      },
      { session: viewer },
    );
  });
});

/** The link in the menu with exactly this name. */
function menu(page: Page, name: string) {
  return page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });
}
