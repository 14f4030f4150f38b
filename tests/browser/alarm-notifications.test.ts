import { beforeAll, beforeEach, expect, test } from "bun:test";
import { waitUntil } from "../harness/wait-until.ts";
import { accessibilityProblems } from "./harness/accessibility.ts";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { setHidden } from "./harness/set-hidden.ts";
import {
  allowNotifications,
  shownNotifications,
  toast,
  turnOnNotifications,
} from "./harness/shown-notifications.ts";
import { untilLive } from "./harness/until-live.ts";
import { type AlarmingDevice, addDevice, clearAlarms, raiseAlarmsIn } from "./world/alarming-account.ts";

const slugs = Array.from({ length: 6 }, (_, nth) => `probe-${nth}`);

await describeWithOwner("alarm notifications", (at) => {
  let freezer: AlarmingDevice;
  beforeAll(async () => {
    await raiseAlarmsIn(at.owner);
    freezer = await addDevice(at.owner, at.served.url, "Freezer 7", slugs);
  }, setUpTimeoutMs);
  beforeEach(() => clearAlarms(at.owner));

  const listeners = async (): Promise<number> => {
    const { items } = await at.owner.do("GET", "./limits");
    return items.find(({ name }: { name: string }) => name === "live_streams").used;
  };
  test("are turned on by a click, appear while the tab is hidden, and open the alarm", async () => {
    await at.visit(async (page) => {
      await allowNotifications(page, at.served.url);
      await page.clock.install();
      await page.goto("/settings/profile");
      await page.getByText("Off in this browser").waitFor();
      await untilLive(page);
      expect(await page.evaluate("asked")).toBe(0);
      await page.getByRole("button", { name: "Turn on notifications" }).click();
      await page.getByText("On in this browser").waitFor();
      expect(await page.evaluate("asked")).toBe(1);
      expect(await shownNotifications(page)).toMatchObject([{ title: "Alarm notifications are on" }]);
      // While the tab is visible, a toast announces the alarm, also on other pages.
      await freezer.send("probe-0", 31);
      await toast(page, "Freezer 7 · probe-0").waitFor();
      await setHidden(page, true);
      await page.clock.fastForward(20_000);
      await waitUntil("its stream stays open", async () => (await listeners()) === 1);
      await freezer.send("probe-1", 25);
      await waitUntil("it notifies", async () => (await shownNotifications(page)).length === 2);
      const [, second] = await shownNotifications(page);
      expect(second).toMatchObject({ title: "Warning: warm", body: "Freezer 7 · probe-1\nRather warm" });
      expect(await toast(page, "Freezer 7 · probe-1").count()).toBe(0);
      await page.evaluate("shown[1].click()");
      await setHidden(page, false);
      await page.getByRole("heading", { level: 1, name: "warm", exact: true }).waitFor();
      await page.getByRole("main").getByText("Rather warm").first().waitFor();
    });
  });

  test("are combined for many alarms, and the toast waits until the page is visible", async () => {
    await at.visit(async (page) => {
      await turnOnNotifications(page, at.served.url);
      await setHidden(page, true);
      await Promise.all(slugs.map((slug) => freezer.send(slug, 31)));
      const counted = async () => {
        const titles = (await shownNotifications(page)).slice(1).map(({ title }) => title);
        const many = titles.map((title) => Number(/^(\d+) new alarms$/.exec(title)?.[1] ?? 1));
        return many.reduce((sum, count) => sum + count, 0);
      };
      await waitUntil("all were told", async () => (await counted()) === slugs.length);
      // Some may arrive a moment before the others, but not one by one.
      expect((await shownNotifications(page)).length).toBeLessThan(1 + slugs.length);
      await page.getByRole("link", { name: "Devices", exact: true }).first().click();
      await setHidden(page, false);
      await toast(page, "6 new alarms").waitFor();
    });
  });

  test("are turned off on the Alarms page, for every tab", async () => {
    await at.visit(async (page) => {
      await turnOnNotifications(page, at.served.url);
      const other = await page.context().newPage();
      await other.goto("/alarms");
      await other.getByRole("button", { name: "Browser notifications" }).click();
      expect(await accessibilityProblems(other)).toEqual([]);
      await other.getByRole("button", { name: "Turn off notifications" }).click();
      await page.getByText("Off in this browser").waitFor();
      await other.close();
      await setHidden(page, true);
      await freezer.send("probe-0", 31);
      await waitUntil("it has heard of it", async () => (await page.title()).startsWith("(1)"));
      expect(await shownNotifications(page)).toHaveLength(1);
    });
  });
});
