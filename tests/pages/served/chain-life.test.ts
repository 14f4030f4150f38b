import { expect, test } from "bun:test";
import freezerAlarm from "../../../docs/guide/chains/freezer-alarm.json";
import { calculating, publishFailing } from "../../browser/world/calculating-chain.ts";
import { sendReadings } from "../../browser/world/world-traffic.ts";
import { node } from "../harness/chain-editor.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";

describeServedPages("the life of a chain", (at) => {
  const create = async (name: string, factor: string): Promise<string> => {
    const chain = await at.owner.do("POST", "./chains", { name, definition: calculating(factor) });
    return chain.uuid as string;
  };
  const publish = (chain: string) => at.owner.do("POST", `./chains/${chain}/publish`, { note: "" });

  test("shows which node fails and why, until a fixed version is published", async () => {
    const { chain, fail } = await publishFailing(at, "Failing");
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain}`);
      await fail();
      const calibrate = node(page, "Calibrate");
      await calibrate.getByText('metadata has no key "factor"').waitFor();
      await calibrate.click();
      await page.getByRole("link", { name: "Dead letters" }).waitFor();
      await page.getByLabel("New value", { exact: true }).fill("value * 2.0");
      await page.getByRole("button", { name: "Publish…" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
      await page.getByText("Version 2 published. New readings").waitFor();
      await calibrate.getByText("metadata has no key").waitFor({ state: "detached" });
      await page.getByRole("link", { name: "Dead letters" }).waitFor({ state: "detached" });
    });
  });

  test("holds the list of traced readings under the pointer, and continues afterwards", async () => {
    const chain = await create("Watched", "2.0");
    await publish(chain);
    const device = await at.createDevice(["temperature"]);
    await at.owner.do("PUT", "./chain-assignments", { chain, device: device.uuid });
    const send = (value: number) =>
      sendReadings(at.served.url, device, "/sensors/temperature/readings/bulk", { data: [{ value }] });
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain}?panel=trace`);
      await page.getByRole("button", { name: "Record readings" }).click();
      await page.getByText("Waiting for readings").waitFor();
      await send(1);
      const rows = page.getByRole("list", { name: "Recorded readings" }).getByRole("button");
      await rows.filter({ hasText: "Saved" }).waitFor();
      await rows.first().hover();
      await send(2);
      await page.getByText("1 newer reading. Move away from the list to see it.").waitFor();
      expect(await rows.count()).toBe(1);
      await page.getByRole("tab", { name: "Trace" }).hover();
      await rows.nth(1).waitFor();
    });
  });

  test("names the alarms and messages that a dry run would cause", async () => {
    const { chain } = await at.owner.do("POST", "./chains/import", { chain: freezerAlarm, name: "Freezer" });
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain.uuid}?panel=dry-run`);
      await page.getByLabel("Value").fill("-10 -9 -8 -20 -10 -9 -8");
      await page.getByRole("button", { name: "Run", exact: true }).click();
      const summary = page.getByRole("region", { name: "Summary" });
      await summary.getByText("7 readings: 7 saved.").waitFor();
      const effects = summary.getByRole("list", { name: "Alarms and messages" }).getByRole("listitem");
      expect(await effects.allInnerTexts()).toEqual([
        "Raise alarm “freezer-warm” (critical), 2 times",
        "Call webhook at pager.example.org, 3 times",
        "Clear alarm “freezer-warm” (critical)",
      ]);

      await page.getByLabel("Value").fill("-20");
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await summary.waitFor({ state: "detached" });
      await page.getByText("The reading would be saved.").waitFor();
    });
  });
});
