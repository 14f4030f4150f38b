import { beforeAll, beforeEach, expect, test } from "bun:test";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeWithOwner } from "../harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "../harness/served-dashboard.ts";
import { setHidden } from "../harness/set-hidden.ts";
import {
  allowNotifications,
  noteNotifications,
  shownNotifications,
  toast,
  turnOnNotifications,
} from "../harness/shown-notifications.ts";
import { untilLive } from "../harness/until-live.ts";
import { type AlarmingDevice, addDevice, clearAlarms, raiseAlarmsIn } from "../world/alarming-account.ts";

const slugs = Array.from({ length: 6 }, (_, nth) => `probe-${nth}`);

await describeWithOwner("alarm notifications", (at) => {
  let freezer: AlarmingDevice;
  beforeAll(async () => {
    await raiseAlarmsIn(at.owner);
    freezer = await addDevice(at.owner, at.served.url, "Freezer 7", slugs);
  }, setUpTimeoutMs);
  beforeEach(() => clearAlarms(at.owner));

  test("come from one tab only, from another once that is closed, and from none while a tab is visible", async () => {
    await at.visit(async (first) => {
      await turnOnNotifications(first, at.served.url);
      const second = await first.context().newPage();
      await second.addInitScript({ content: noteNotifications });
      await second.goto("/devices");
      await untilLive(second);
      for (const page of [first, second]) await setHidden(page, true);
      await freezer.send("probe-0", 31);
      await waitUntil("the first notifies", async () => (await shownNotifications(first)).length === 2);
      await waitUntil("the second has heard of it", async () => (await second.title()).startsWith("(1)"));
      expect(await shownNotifications(second)).toEqual([]);
      await setHidden(second, false);
      await toast(second, "Freezer 7 · probe-0").waitFor();
      await freezer.send("probe-1", 31);
      await toast(second, "Freezer 7 · probe-1").waitFor();
      await waitUntil("the first has heard of it", async () => (await first.title()).startsWith("(2)"));
      expect(await shownNotifications(first)).toHaveLength(2);
      await setHidden(second, true);
      await first.close();
      await freezer.send("probe-2", 31);
      await waitUntil("the second notifies now", async () => (await shownNotifications(second)).length === 1);
      expect(await shownNotifications(second)).toMatchObject([{ title: "Critical: too hot" }]);
    });
  });

  test("are explained if the browser blocks them, and nothing is asked or shown", async () => {
    await at.visit(async (page) => {
      await page.addInitScript({ content: noteNotifications });
      await page.goto("/settings/profile");
      await page.getByText("Blocked by the browser").waitFor();
      await page.getByText("Allow notifications for this site in your browser’s settings").waitFor();
      expect(await page.getByRole("button", { name: "Turn on notifications" }).count()).toBe(0);
      await untilLive(page);
      await setHidden(page, true);
      await freezer.send("probe-0", 31);
      await waitUntil("it is counted", async () => (await page.title()).startsWith("(1)"));
      expect([await page.evaluate("asked"), await shownNotifications(page)]).toEqual([0, []]);
      // The person has allowed notifications in the settings of the browser meanwhile.
      await page.context().grantPermissions(["notifications"], { origin: at.served.url });
      await page.getByText("Off in this browser").waitFor();
    });
  });

  test.each([
    [
      "a browser without them",
      "delete globalThis.Notification;",
      "Not supported",
      "This browser can’t show notifications from an open page.",
    ],
    [
      "plain HTTP",
      'Object.defineProperty(globalThis, "isSecureContext", { value: false });',
      "Not available over plain HTTP",
      "Browsers allow notifications only over HTTPS.",
    ],
  ])("cannot be turned on with %s, and the page says why", async (_, script, name, reason) => {
    await at.visit(async (page) => {
      await page.addInitScript({ content: script });
      await page.goto("/settings/profile");
      await page.getByText(name, { exact: true }).waitFor();
      await page.getByText(reason).waitFor();
      expect(await page.getByRole("button", { name: "Turn on notifications" }).count()).toBe(0);
    });
  });

  test("are unsupported if the browser refuses to show the first one, as on phones", async () => {
    await at.visit(async (page) => {
      await allowNotifications(page, at.served.url);
      const refusing = `globalThis.Notification = class extends Notification { constructor() { throw new TypeError("Illegal constructor"); } };`;
      await page.addInitScript({ content: refusing });
      await page.goto("/settings/profile");
      await page.getByRole("button", { name: "Turn on notifications" }).click();
      await page.getByText("Not supported", { exact: true }).waitFor();
    });
  });

  test("stay off if the browser's question was closed without an answer", async () => {
    await at.visit(async (page) => {
      await allowNotifications(page, at.served.url);
      const closing = `globalThis.Notification = class extends Notification { static requestPermission = async () => "default"; };`;
      await page.addInitScript({ content: closing });
      await page.goto("/settings/profile");
      await page.getByRole("button", { name: "Turn on notifications" }).click();
      await page.getByText("the browser’s question was closed").waitFor();
      await page.getByRole("button", { name: "Turn on notifications" }).waitFor();
    });
  });
});
