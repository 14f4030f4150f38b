import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeWithOwner } from "../harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "../harness/served-dashboard.ts";
import { setHidden } from "../harness/set-hidden.ts";
import { untilLive } from "../harness/until-live.ts";
import { type AlarmingDevice, addDevice, raiseAlarmsIn } from "../world/alarming-account.ts";

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
  /** Grants permission from the start, as if the person had allowed it earlier. */
  const allowed = async (page: Page) => {
    await clearAll();
    await page.context().grantPermissions(["notifications"], { origin: at.served.url });
    await page.addInitScript({ content: noting });
  };

  test("come from one tab only, from another once that is closed, and from none while a tab is visible", async () => {
    await at.visit(async (first) => {
      await turnedOn(first, allowed);
      const second = await first.context().newPage();
      await second.addInitScript({ content: noting });
      await second.goto("/devices");
      await untilLive(second);
      for (const page of [first, second]) await setHidden(page, true);
      await freezer.send("probe-0", 31);
      await waitUntil("the first notifies", async () => (await shownIn(first)).length === 2);
      await waitUntil("the second has heard of it", async () => (await second.title()).startsWith("(1)"));
      expect(await shownIn(second)).toEqual([]);
      await setHidden(second, false);
      await toast(second, "Freezer 7 · probe-0").waitFor();
      await freezer.send("probe-1", 31);
      await toast(second, "Freezer 7 · probe-1").waitFor();
      await waitUntil("the first has heard of it", async () => (await first.title()).startsWith("(2)"));
      expect(await shownIn(first)).toHaveLength(2);
      await setHidden(second, true);
      await first.close();
      await freezer.send("probe-2", 31);
      await waitUntil("the second notifies now", async () => (await shownIn(second)).length === 1);
      expect(await shownIn(second)).toMatchObject([{ title: "Critical: too hot" }]);
    });
  });

  test("are explained if the browser blocks them, and nothing is asked or shown", async () => {
    await clearAll();
    await at.visit(async (page) => {
      await page.addInitScript({ content: noting });
      await page.goto("/settings/profile");
      await page.getByText("Blocked by the browser").waitFor();
      await page.getByText("Allow notifications for this site in your browser’s settings").waitFor();
      expect(await page.getByRole("button", { name: "Turn on notifications" }).count()).toBe(0);
      await untilLive(page);
      await setHidden(page, true);
      await freezer.send("probe-0", 31);
      await waitUntil("it is counted", async () => (await page.title()).startsWith("(1)"));
      expect([await page.evaluate("asked"), await shownIn(page)]).toEqual([0, []]);
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
      await allowed(page);
      const refusing = `globalThis.Notification = class extends Notification { constructor() { throw new TypeError("Illegal constructor"); } };`;
      await page.addInitScript({ content: refusing });
      await page.goto("/settings/profile");
      await page.getByRole("button", { name: "Turn on notifications" }).click();
      await page.getByText("Not supported", { exact: true }).waitFor();
    });
  });

  test("stay off if the browser's question was closed without an answer", async () => {
    await at.visit(async (page) => {
      await allowed(page);
      const closing = `globalThis.Notification = class extends Notification { static requestPermission = async () => "default"; };`;
      await page.addInitScript({ content: closing });
      await page.goto("/settings/profile");
      await page.getByRole("button", { name: "Turn on notifications" }).click();
      await page.getByText("the browser’s question was closed").waitFor();
      await page.getByRole("button", { name: "Turn on notifications" }).waitFor();
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
