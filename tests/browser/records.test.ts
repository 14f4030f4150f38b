import { beforeAll, expect, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";

import { waitUntil } from "../harness/wait-until.ts";
import { describeWithOwner, type OwnedDevice } from "./harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { tabTo } from "./harness/tab-to.ts";
import { untilSoon } from "./harness/until-soon.ts";
import { sendReadings } from "./world/world-traffic.ts";

/** Raises an alarm for every reading and then fails, because the device has no such sensor to save to. */
const troubled: ChainDefinition = {
  nodes: [
    { id: "input", type: "input", version: 1, name: "Readings", config: {}, position: { x: 0, y: 0 } },
    {
      id: "raise",
      type: "raise-alarm",
      version: 1,
      name: "Raise",
      position: { x: 200, y: 0 },
      config: { name: "too hot", severity: "critical", message: "{{value}} °C" },
    },
    {
      id: "save",
      type: "save",
      version: 1,
      name: "Save",
      position: { x: 200, y: 100 },
      config: { sensor: "missing" },
    },
  ],
  wires: [
    { from: "input", output: "out", to: "raise" },
    { from: "input", output: "out", to: "save" },
  ],
};

await describeWithOwner("records of chains", (at) => {
  let device: OwnedDevice;
  beforeAll(async () => {
    await at.publishDefaultChain(troubled);
    device = await at.createDevice(["attic", "cellar"]);
  }, setUpTimeoutMs);

  const send = async (slug: string, value: number) => {
    const answer = await sendReadings(at.served.url, device, `/sensors/${slug}/readings`, {
      data: { value },
    });
    expect(answer.status).toBe(202);
  };
  const statesOfAlarms = async (): Promise<string[]> =>
    (await at.owner.do("GET", "./alarms")).items.map(({ state }: { state: string }) => state);

  test("show alarms as they are raised, which can be acknowledged together, and undone by keyboard", async () => {
    await at.visit(async (page) => {
      await page.goto("/alarms");
      await page.getByText("No active alarms").waitFor();
      await page.getByText("Live", { exact: true }).first().waitFor();
      await send("attic", 0.1 + 0.2);
      await page.getByText("0.3 °C").waitFor();
      await send("cellar", 31);
      await page.getByText("31 °C").waitFor();
      await page.getByRole("row").filter({ hasText: "31 °C" }).getByText("Raise", { exact: true }).waitFor();
      await page.getByLabel("Select all unacknowledged alarms").check();
      await page.getByText("2 alarms selected").waitFor();
      const chosen = page.getByRole("region", { name: "Selected alarms" });
      await chosen.getByRole("button", { name: "Acknowledge" }).click();
      await page.getByText("2 alarms acknowledged.").waitFor();
      expect(await statesOfAlarms()).toEqual(["acknowledged", "acknowledged"]);
      await page.keyboard.press("F6");
      const undo = page.getByRole("button", { name: "Undo" });
      for (let tabs = 0; tabs < 5 && (await undo.and(page.locator(":focus")).count()) === 0; tabs++)
        await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByText("Undone.").waitFor();
      expect(await statesOfAlarms()).toEqual(["active", "active"]);
      await page.getByLabel("Severity").selectOption("Info");
      await page.getByText("No matching alarms").waitFor();
    });
  });

  test("show an alarm again with the next reading if it was cleared while its reason holds", async () => {
    await at.visit(async (page) => {
      await page.goto("/alarms");
      const row = page.getByRole("row").filter({ hasText: "31 °C" });
      await row.getByRole("button", { name: "Clear" }).click();
      await page.getByRole("dialog").getByText("the next reading raises it again").waitFor();
      await page.getByRole("button", { name: "Clear alarm" }).click();
      // Until the answer is there the dialog hides the table, so a missing row alone says nothing.
      await page.getByText("“too hot” was cleared.").waitFor();
      await row.waitFor({ state: "detached" });
      await page.mouse.move(0, 0);
      await send("cellar", 32);
      await page.getByText("32 °C").waitFor();
    });
    expect(await statesOfAlarms()).toEqual(["active", "cleared", "active"]);
  });

  test("show changes of alarms by others at once, and move no row under the pointer", async () => {
    const { items } = await at.owner.do("GET", "./alarms?state=active");
    const ids = items.map(({ id }: { id: number }) => id);
    expect(ids).toHaveLength(2);
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

  test("hold still under the pointer: new ones are counted, and those that left keep their place", async () => {
    await at.visit(async (page) => {
      await page.goto("/alarms?state=unacknowledged");
      const rows = page.getByRole("row").filter({ has: page.getByText("too hot") });
      await page.getByText("Live", { exact: true }).first().waitFor();
      await rows.first().hover();
      const { items } = await at.owner.do("GET", "./alarms?state=unacknowledged");
      await at.owner.do("POST", `./alarms/${items[0].id}/clear`);
      await send("cellar", 33);
      const showNew = page.getByRole("button", { name: "1 new alarm" });
      await showNew.waitFor();
      await rows.first().getByText("No longer matches").waitFor();
      expect(await rows.count()).toBe(items.length);
      expect(await page.getByText("33 °C").count()).toBe(0);
      await showNew.click();
      await page.getByText("33 °C").waitFor();
      expect(await page.getByText("No longer matches").count()).toBe(0);
    });
  });

  test("link the page of a device whose readings failed to its dead letters", async () => {
    await at.visit(async (page) => {
      await page.goto(`/devices/${device.uuid}`);
      await page.getByRole("link", { name: "View failed readings" }).click();
      await page.getByTitle("Show details").first().waitFor();
      expect(new URL(page.url()).searchParams.get("device")).toBe(device.uuid);
    });
  });

  test("replay a dead letter once its chain is fixed, and require a typed confirmation to discard all", async () => {
    const letters = async (): Promise<number> => (await at.owner.do("GET", "./dead-letters")).items.length;
    await waitUntil("all readings have failed", async () => (await letters()) === 4);
    await at.publishDefaultChain({
      nodes: troubled.nodes.map((node) => (node.id === "save" ? { ...node, config: {} } : node)),
      wires: troubled.wires,
    });
    await at.visit(async (page) => {
      await page.goto("/system/dead-letters");
      await page.getByTitle("Show details").first().click();
      await page.getByRole("dialog").getByRole("button", { name: "Replay" }).click();
      await page.getByText("1 replayed: 1 saved.").waitFor();
      await page.getByRole("button", { name: "Discard all" }).click();
      const discard = page.getByRole("button", { name: "Discard permanently" });
      expect(await discard.isDisabled()).toBeTrue();
      await page.getByLabel("Type “discard all” to confirm").fill("discard all");
      await discard.click();
      await page.getByText("No dead letters").waitFor();
    });
    expect(await letters()).toBe(0);
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
    await at.publishDefaultChain(troubled);
    await send("attic", 41);
    await send("cellar", 42);
    await at.visit(async (page) => {
      const letters = page.getByTitle("Show details");
      await waitUntil("both have failed", async () => {
        await page.goto("/system/dead-letters");
        await letters.first().waitFor();
        return (await letters.count()) === 2;
      });
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
