import { beforeAll, expect, test } from "bun:test";
import { waitUntil } from "../harness/wait-until.ts";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { tabTo } from "./harness/tab-to.ts";
import { untilSoon } from "./harness/until-soon.ts";
import type { OwnedDevice } from "./world/owned-account.ts";
import { troubled } from "./world/troubled-chain.ts";
import { sendReadings } from "./world/world-traffic.ts";

await describeWithOwner("records of chains", (at) => {
  let device: OwnedDevice;
  /** Raises two alarms, and another one that is cleared. */
  beforeAll(async () => {
    await at.publishDefaultChain(troubled);
    device = await at.createDevice(["attic", "cellar"]);
    const raise = async (slug: string, value: number, alarms: number) => {
      await send(slug, value);
      await waitUntil("it is raised", async () => (await alarmsAre("active")).length === alarms);
    };
    await raise("attic", 30, 1);
    for (const id of await alarmsAre("active")) await at.owner.do("POST", `./alarms/${id}/clear`);
    await raise("attic", 31, 1);
    await raise("cellar", 32, 2);
  }, setUpTimeoutMs);

  const send = async (slug: string, value: number) => {
    const answer = await sendReadings(at.served.url, device, `/sensors/${slug}/readings`, {
      data: { value },
    });
    expect(answer.status).toBe(202);
  };
  const alarmsAre = async (state: string): Promise<number[]> =>
    (await at.owner.do("GET", `./alarms?state=${state}`)).items.map(({ id }: { id: number }) => id);

  test("show changes of alarms by others at once, and move no row under the pointer", async () => {
    const ids = await alarmsAre("active");
    await at.visit(async (page) => {
      await page.goto(`/devices/${device.uuid}`);
      await page.getByText("Active alarms").waitFor();
      await page.getByText("Live", { exact: true }).first().waitFor();
      await at.owner.do("POST", "./alarms/acknowledge", { ids });
      await page.getByText("Acknowledged by").nth(1).waitFor();
    });
    await at.visit(async (page) => {
      await page.clock.install();
      await page.goto("/alarms?state=acknowledged");
      const rows = page.getByRole("row").filter({ hasText: "too hot" });
      await rows.nth(1).hover();
      await page.getByText("Live", { exact: true }).first().waitFor();
      await page.clock.pauseAt(Date.now() + 1000);
      await at.owner.do("POST", "./alarms/unacknowledge", { ids });
      const left = rows.getByText("No longer matches");
      await untilSoon(page, "both rows say so", async () => (await left.count()) === 2);
      expect(await rows.count()).toBe(2);
    });
  });

  test("undo a chosen filter with Back, without stepping through typed searches", async () => {
    await at.visit(async (page) => {
      const search = () => new URL(page.url()).search;
      await page.goto("/alarms");
      await page.getByRole("button", { name: "Cleared" }).click();
      await page.getByLabel("Severity").selectOption("Info");
      await page.getByText("No matching alarms").waitFor();
      await page.goBack();
      await page.getByText("too hot").first().waitFor();
      expect(search()).toBe("?state=cleared");
      await page.goBack();
      await page.getByRole("button", { name: "Active", pressed: true }).waitFor();
      expect(search()).toBe("");
      await page.getByRole("link", { name: "Devices" }).click();
      await page.getByRole("searchbox").fill("Test");
      await page.waitForURL("**/devices?q=Test");
      await page.getByRole("button", { name: /^Online/ }).click();
      await page.waitForURL("**/devices?q=Test&status=online");
      await page.goBack();
      expect(search()).toBe("?q=Test");
      await page.goBack();
      await page.getByRole("heading", { level: 1, name: "Alarms" }).waitFor();
    });
  });

  test("keep the focus in the list of alarms when the focused row disappears", async () => {
    await at.visit(async (page) => {
      await page.goto("/alarms?state=active");
      const list = page.getByRole("group", { name: "alarms" });
      const focused = page.locator(":focus");
      const acknowledge = list.getByRole("button", { name: "Acknowledge" });
      const clear = list.getByRole("button", { name: "Clear" });
      const acknowledgeOne = async () => {
        await page.keyboard.press("Enter");
        await waitUntil("one is left", async () => (await acknowledge.count()) === 1);
        await acknowledge.and(focused).waitFor();
      };
      await acknowledge.nth(1).waitFor();
      await tabTo(page, acknowledge.first());
      await acknowledgeOne();
      const undo = page.getByRole("button", { name: "Undo" });
      await undo.waitFor();
      await page.keyboard.press("F6");
      await tabTo(page, undo);
      await page.keyboard.press("Enter");
      await acknowledge.nth(1).waitFor();
      await acknowledge.and(focused).waitFor();
      await acknowledgeOne();
      await page.keyboard.press("Enter");
      await list.and(focused).waitFor();
      await tabTo(page, clear.first());
      await page.keyboard.press("Enter");
      await tabTo(page, page.getByRole("button", { name: "Clear alarm" }));
      await page.keyboard.press("Enter");
      await page.getByText("“too hot” was cleared.").waitFor();
      await waitUntil("one is left", async () => (await clear.count()) === 1);
      await clear.and(focused).waitFor();
    });
  });

  test("keep the focus in the list of dead letters when one is replayed", async () => {
    await at.visit(async (page) => {
      const letters = page.getByTitle("Show details");
      await page.goto("/system/dead-letters");
      await letters.nth(2).waitFor();
      await page.getByRole("row").nth(1).getByText("Save", { exact: true }).waitFor();
      // It gets the focus first, and keeps it when the dead letter is gone.
      await tabTo(page, page.getByRole("button", { name: "Discard all" }));
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      await tabTo(page, letters.first());
      await page.keyboard.press("Enter");
      await tabTo(page, page.getByRole("dialog").getByRole("button", { name: "Replay" }));
      await page.keyboard.press("Enter");
      await page.getByText("1 replayed: 1 failed again.").waitFor();
      await letters.and(page.locator(":focus")).waitFor();
    });
  });
});
