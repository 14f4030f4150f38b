import { beforeAll, expect, test } from "bun:test";
import type { OwnedDevice } from "../../browser/world/owned-account.ts";
import { troubled } from "../../browser/world/troubled-chain.ts";
import { sendReadings } from "../../browser/world/world-traffic.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";
import { untilLive } from "../harness/until-live.ts";

describeServedPages("records of chains", (at) => {
  let device: OwnedDevice;
  beforeAll(async () => {
    await at.publishDefaultChain(troubled);
    device = await at.createDevice(["attic", "cellar"]);
  });

  const send = async (slug: string, value: number) => {
    const answer = await sendReadings(at.served.url, device, `/sensors/${slug}/readings`, {
      data: { value },
    });
    expect(answer.status).toBe(202);
  };
  const statesOfAlarms = async (): Promise<string[]> =>
    (await at.owner.do("GET", "./alarms")).items.map(({ state }: { state: string }) => state);

  test("show alarms as they are raised, which can be acknowledged together, and undone", async () => {
    await at.visit(async (page) => {
      await page.goto("/alarms");
      await page.getByText("No active alarms").waitFor();
      await untilLive(page);
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
      await page.getByRole("button", { name: "Undo" }).click();
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
      await page.moveAway();
      await send("cellar", 32);
      await page.getByRole("button", { name: "1 new alarm" }).click();
      await page.getByText("32 °C").waitFor();
    });
    expect(await statesOfAlarms()).toEqual(["active", "cleared", "active"]);
  });

  test("hold still under the pointer: new ones are counted, and those that left keep their place", async () => {
    await at.visit(async (page) => {
      await page.goto("/alarms?state=unacknowledged");
      const rows = page.getByRole("row").filter({ has: page.getByText("too hot") });
      await untilLive(page);
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
});
