import { beforeAll, expect, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { waitUntil } from "../harness/wait-until.ts";
import type { InstalledDevice } from "../harness/weir-installation.ts";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { sendReadings } from "./world/world-traffic.ts";

/** Every reading raises an alarm, and then fails: the device has no such sensor to save to. */
const troubled: ChainDefinition = {
  nodes: [
    { id: "input", type: "input", version: 1, name: "Readings", config: {}, position: { x: 0, y: 0 } },
    {
      ...{ id: "raise", type: "raise-alarm", version: 1, name: "Raise", position: { x: 200, y: 0 } },
      config: { name: "too hot", severity: "critical", message: "{{value}} °C" },
    },
    {
      ...{ id: "save", type: "save", version: 1, name: "Save", position: { x: 200, y: 100 } },
      config: { sensor: "missing" },
    },
  ],
  wires: [
    { from: "input", output: "out", to: "raise" },
    { from: "input", output: "out", to: "save" },
  ],
};

await describeWithOwner("what chains leave behind", (at) => {
  let device: InstalledDevice;
  beforeAll(async () => {
    await at.served.weir.publishDefaultChain(troubled);
    device = await at.served.weir.createDevice(["attic", "cellar"]);
  }, setUpTimeoutMs);

  const send = async (slug: string, value: number) => {
    const answer = await sendReadings(at.served.url, device, `/sensors/${slug}/readings`, {
      data: { value },
    });
    expect(answer.status).toBe(202);
  };
  const statesOfAlarms = async (): Promise<string[]> =>
    (await at.owner.do("GET", "./alarms")).items.map(({ state }: { state: string }) => state);

  test("alarms appear as they are raised, are acknowledged together, and that is undone by keyboard", async () => {
    await at.visit(async (page) => {
      await page.goto("/alarms");
      await page.getByText("No active alarms").waitFor();
      await page.getByText("Live", { exact: true }).first().waitFor();
      await send("attic", 0.1 + 0.2);
      await page.getByText("0.3 °C").waitFor();
      await send("cellar", 31);
      await page.getByText("31 °C").waitFor();
      await page.getByLabel("Choose all that nobody has acknowledged").check();
      await page.getByText("2 alarms chosen").waitFor();
      const chosen = page.getByRole("region", { name: "Chosen alarms" });
      await chosen.getByRole("button", { name: "Acknowledge" }).click();
      await page.getByText("2 alarms acknowledged.").waitFor();
      expect(await statesOfAlarms()).toEqual(["acknowledged", "acknowledged"]);
      await page.keyboard.press("F6");
      const undo = page.getByRole("button", { name: "Undo" });
      for (let tabs = 0; tabs < 5 && (await undo.and(page.locator(":focus")).count()) === 0; tabs++)
        await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByText("Taken back").waitFor();
      expect(await statesOfAlarms()).toEqual(["active", "active"]);
      await page.getByLabel("Severity").selectOption("Info");
      await page.getByText("No such alarm").waitFor();
    });
  });

  test("an alarm that is cleared while its reason holds comes back with the next reading", async () => {
    await at.visit(async (page) => {
      await page.goto("/alarms");
      const row = page.getByRole("row").filter({ hasText: "31 °C" });
      await row.getByRole("button", { name: "Clear" }).click();
      await page.getByRole("dialog").getByText("the next reading raises a new one").waitFor();
      await page.getByRole("button", { name: "Clear the alarm" }).click();
      await row.waitFor({ state: "detached" });
      await page.mouse.move(0, 0);
      await send("cellar", 32);
      await page.getByText("32 °C").waitFor();
    });
    expect(await statesOfAlarms()).toEqual(["active", "cleared", "active"]);
  });

  test("the list holds still under the pointer: what is new is counted, what has left stays in its place", async () => {
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
      await rows.first().getByText("Changed since").waitFor();
      expect(await rows.count()).toBe(items.length);
      expect(await page.getByText("33 °C").count()).toBe(0);
      await showNew.click();
      await page.getByText("33 °C").waitFor();
      expect(await page.getByText("Changed since").count()).toBe(0);
    });
  });

  test("a dead letter is replayed once its chain is mended; all are discarded only when that is typed", async () => {
    const letters = async (): Promise<number> => (await at.owner.do("GET", "./dead-letters")).items.length;
    await waitUntil("all readings have failed", async () => (await letters()) === 4);
    await at.served.weir.publishDefaultChain({
      nodes: troubled.nodes.map((node) => (node.id === "save" ? { ...node, config: {} } : node)),
      wires: troubled.wires,
    });
    await at.visit(async (page) => {
      await page.goto("/alarms/dead-letters");
      await page.getByTitle("Show all of it").first().click();
      await page.getByRole("dialog").getByRole("button", { name: "Replay" }).click();
      await page.getByText("1 replayed: 1 saved.").waitFor();
      await page.getByRole("button", { name: "Discard all" }).click();
      const discard = page.getByRole("button", { name: "Discard for good" });
      expect(await discard.isDisabled()).toBeTrue();
      await page.getByLabel("Type “discard all” to confirm").fill("discard all");
      await discard.click();
      await page.getByText("No dead letters").waitFor();
    });
    expect(await letters()).toBe(0);
  });
});
