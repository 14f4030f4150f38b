import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { waitUntil } from "../harness/wait-until.ts";
import { accessibilityProblems } from "./harness/accessibility.ts";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { setHidden } from "./harness/set-hidden.ts";
import { untilLive } from "./harness/until-live.ts";
import { type AlarmingDevice, addDevice, raiseAlarmsIn } from "./world/alarming-account.ts";

const slugs = Array.from({ length: 6 }, (_, nth) => `probe-${nth}`);

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
}

/** Runs in the page. Records the notifications that the page shows, and when it asks for permission. */
const noting = `
globalThis.shown = [];
globalThis.asked = 0;
globalThis.Notification = class extends Notification {
  constructor(title, options) {
    super(title, options);
    shown.push({ title, ...options, click: () => this.onclick?.() });
  }
  static requestPermission() {
    asked++;
    return super.requestPermission();
  }
};
`;

await describeWithOwner("alarm notifications", (at) => {
  let freezer: AlarmingDevice;
  beforeAll(async () => {
    await raiseAlarmsIn(at.owner);
    freezer = await addDevice(at.owner, at.served.url, "Freezer 7", slugs);
  }, setUpTimeoutMs);

  const clearAll = async () => {
    const { items } = await at.owner.do("GET", "./alarms?state=active&limit=1000");
    for (const { id } of items) await at.owner.do("POST", `./alarms/${id}/clear`);
  };
  const listeners = async (): Promise<number> => {
    const { items } = await at.owner.do("GET", "./limits");
    return items.find(({ name }: { name: string }) => name === "live_streams").used;
  };
  /** Grants permission from the start, as if the person had allowed it earlier. */
  const allowed = async (page: Page) => {
    await clearAll();
    await page.context().grantPermissions(["notifications"], { origin: at.served.url });
    await page.addInitScript({ content: noting });
  };

  test("are turned on by a click, appear while the tab is hidden, and open the alarm", async () => {
    await at.visit(async (page) => {
      await allowed(page);
      await page.clock.install();
      await page.goto("/settings/profile");
      await page.getByText("Off in this browser").waitFor();
      await untilLive(page);
      expect(await page.evaluate("asked")).toBe(0);
      await page.getByRole("button", { name: "Turn on notifications" }).click();
      await page.getByText("On in this browser").waitFor();
      expect(await page.evaluate("asked")).toBe(1);
      expect(await shownIn(page)).toMatchObject([{ title: "Alarm notifications are on" }]);
      // While the tab is visible, a toast announces the alarm, also on other pages.
      await freezer.send("probe-0", 31);
      await toast(page, "Freezer 7 · probe-0").waitFor();
      await setHidden(page, true);
      await page.clock.fastForward(20_000);
      await waitUntil("its stream stays open", async () => (await listeners()) === 1);
      await freezer.send("probe-1", 25);
      await waitUntil("it notifies", async () => (await shownIn(page)).length === 2);
      const [, second] = await shownIn(page);
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
      await turnedOn(page, allowed);
      await setHidden(page, true);
      await Promise.all(slugs.map((slug) => freezer.send(slug, 31)));
      const counted = async () => {
        const titles = (await shownIn(page)).slice(1).map(({ title }) => title);
        const many = titles.map((title) => Number(/^(\d+) new alarms$/.exec(title)?.[1] ?? 1));
        return many.reduce((sum, count) => sum + count, 0);
      };
      await waitUntil("all were told", async () => (await counted()) === slugs.length);
      // Some may arrive a moment before the others, but not one by one.
      expect((await shownIn(page)).length).toBeLessThan(1 + slugs.length);
      await page.getByRole("link", { name: "Devices", exact: true }).first().click();
      await setHidden(page, false);
      await toast(page, "6 new alarms").waitFor();
    });
  });

  test("are turned off on the Alarms page, for every tab", async () => {
    await at.visit(async (page) => {
      await turnedOn(page, allowed);
      const other = await page.context().newPage();
      await other.goto("/alarms");
      await other.getByRole("button", { name: "Notifications", exact: true }).click();
      expect(await accessibilityProblems(other)).toEqual([]);
      await other.getByRole("button", { name: "Turn off notifications" }).click();
      await page.getByText("Off in this browser").waitFor();
      await other.close();
      await setHidden(page, true);
      await freezer.send("probe-0", 31);
      await waitUntil("it has heard of it", async () => (await page.title()).startsWith("(1)"));
      expect(await shownIn(page)).toHaveLength(1);
    });
  });
});

/** Turns notifications on, on the profile page. */
async function turnedOn(page: Page, allow: (page: Page) => Promise<void>): Promise<void> {
  await allow(page);
  await page.goto("/settings/profile");
  await untilLive(page);
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await page.getByText("On in this browser").waitFor();
}

async function shownIn(page: Page): Promise<readonly Shown[]> {
  return (await page.evaluate("shown.map(({ title, body, tag }) => ({ title, body, tag }))")) as Shown[];
}

function toast(page: Page, text: string) {
  return page.getByRole("region", { name: "Notifications" }).getByText(text);
}
