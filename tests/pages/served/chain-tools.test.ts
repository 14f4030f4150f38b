import { expect, test } from "bun:test";
import { rowOf } from "../../browser/world/chains-in-a-row.ts";
import { sendReadings } from "../../browser/world/world-traffic.ts";
import { nodeNamed } from "../harness/chain-editor.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";

describeServedPages("the tools of the chain editor", (at) => {
  const create = async (name: string, definition: object): Promise<string> =>
    (await at.owner.do("POST", "./chains", { name, definition })).uuid;
  /** Creates and publishes a chain, with a device whose readings go through it. */
  const putToUse = async (name: string, definition: object) => {
    const chain = await create(name, definition);
    await at.owner.do("POST", `./chains/${chain}/publish`, { note: "" });
    const sensors = [{ slug: "temperature" }];
    const device = await at.owner.do("POST", "./devices", { name: `Device of ${name}`, sensors });
    await at.owner.do("PUT", "./chain-assignments", { chain, device: device.uuid });
    const { items } = await at.owner.do("GET", `./devices/${device.uuid}/sensors`);
    const send = async (...values: number[]) => {
      const data = values.map((value) => ({ value }));
      await sendReadings(at.served.url, device, "/sensors/temperature/readings/bulk", { data });
      await at.untilSettled();
    };
    return { chain, device: device.uuid as string, sensor: items[0].uuid as string, send };
  };

  test("complete an expression with the keyboard", async () => {
    const chain = await create("Worded", rowOf(["calculate", "save"]));
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain}`);
      await nodeNamed(page, "calculate").click();
      const field = page.getByLabel("New value", { exact: true });
      await field.fill("");
      await page.keyboard.type("val");
      await page.getByRole("option", { name: /^value/ }).waitFor();
      await page.keyboard.press("Enter");
      expect(await field.inputValue()).toBe("value");
      await page.keyboard.type(" * 2.0");
      await page.getByText("No problems found.").waitFor();
    });
  });

  test("show the path of typed and stored readings in a dry run, and say what it cannot run", async () => {
    const { chain, sensor, send } = await putToUse("Tried", rowOf(["compare", "save"]));
    await send(5, 25);
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain}?panel=dry-run`);
      const run = page.getByRole("button", { name: "Run", exact: true });
      await page.getByLabel("Value").fill("25 warm");
      await run.click();
      await page.getByText("“warm”: Must be a number").waitFor();
      await page.getByLabel("Value").fill("25 1,000");
      await run.click();
      await page.getByText("Is this 1000 or 1.000?").waitFor();
      await page.getByLabel("Value").fill("20,5 2");
      await page.getByLabel("Battery (V)").fill("3,7");
      await run.click();
      await page.getByText("2 readings: 1 saved, 1 not saved.").waitFor();

      await page.getByLabel("Readings", { exact: true }).selectOption("last");
      await run.click();
      await page.getByText("Choose a sensor.").waitFor();
      await page.getByRole("combobox", { name: "Device" }).click();
      await page.getByRole("option", { name: "Device of Tried" }).click();
      await page.getByLabel("Sensor").selectOption(sensor);
      await page.getByLabel("How many").fill("0");
      await run.click();
      await page.getByText("Enter a whole number from 1 to 200.").waitFor();
      await page.getByLabel("How many").fill("20");
      await run.click();
      await page.getByText("The reading would be saved.").waitFor();
    });
  });

  test("show what a replay changes for stored readings, and link to dead letters that it left out", async () => {
    const { chain, sensor, send } = await putToUse("Replayed", rowOf(["calculate", "save"]));
    await send(1, 2, 0);
    const draft = rowOf(["calculate", "save"], "value == 0.0 ? 0.0 : 10.0 / value");
    await at.owner.do("PUT", `./chains/${chain}/draft`, draft);
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain}?panel=replay`);
      await page.getByRole("combobox", { name: "Device" }).click();
      await page.getByRole("option", { name: "Device of Replayed" }).click();
      await page.getByLabel("Sensor").selectOption(sensor);
      await page.getByRole("tabpanel").getByRole("button", { name: "Compare" }).click();
      await page.getByText("No differences: all 2 stored readings").waitFor();
      await page.getByRole("button", { name: "Compare dead letters" }).click();
      await page.getByText("1 of 1 dead letter has a different result").waitFor();
      const differences = page.getByRole("table", { name: "Readings with a different result" });
      await differences.getByText("Division by zero.").first().waitFor();
      await differences.getByText("Saved").waitFor();
      expect(await page.getByLabel("Use dead letters instead").isChecked()).toBe(true);
    });
  });

  test("show the reason of a traced dead letter, but not as a failure of a later version", async () => {
    const { chain, device, send } = await putToUse("Watched", rowOf(["calculate", "save"]));
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain}?panel=trace`);
      await page.getByRole("button", { name: "Record readings" }).click();
      await page.getByText(/ends in 15 min/).waitFor();
      await send(0);
      await page.getByText("became a dead letter at “calculate”: Division by zero.").waitFor();
      const link = page.getByRole("link", { name: "Dead letters of this device" });
      expect(await link.getAttribute("href")).toContain(`device=${device}`);
      await page.getByTitle("1 reading left by failure since the node was added", { exact: true }).waitFor();

      await at.owner.do("PUT", `./chains/${chain}/draft`, rowOf(["calculate", "save"], "value"));
      await at.owner.do("POST", `./chains/${chain}/publish`, { note: "" });
      await page
        .getByTitle(/failure since the node was added, none of them in the published version/)
        .waitFor();
    });
  });
});
