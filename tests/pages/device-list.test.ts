import { beforeAll, expect, test } from "bun:test";
import { waitUntil } from "../harness/wait-until.ts";
import { describePages } from "./harness/describe-pages.ts";

describePages("the device list", (at) => {
  beforeAll(async () => {
    for (const name of ["North", "South"]) await at.owner.do("POST", "./device-groups", { name });
    for (let n = 1; n <= 5; n++)
      await at.owner.do("POST", "./devices", { name: `Probe ${n}`, group: n === 1 ? "North" : null });
  });

  const groups = async (): Promise<(string | null)[]> =>
    (await at.owner.do("GET", "./devices")).items.map(({ group }: { group: string | null }) => group);

  test("selects a range with Shift, moves it to a group, and undoes that for every device", async () => {
    await at.visit(async (page) => {
      await page.goto("/devices");
      await page.getByLabel("Select Probe 1").click();
      await page.getByLabel("Select Probe 4").click({ modifiers: ["Shift"] });
      const bar = page.getByRole("region", { name: "Selected devices" });
      await bar.getByText("4 selected").waitFor();
      await bar.getByRole("button", { name: "Move" }).click();
      const move = page.getByRole("dialog", { name: "Move 4 devices" });
      await move.getByLabel("Group").selectOption("South");
      await move.getByRole("button", { name: "Move" }).click();
      await page.getByText("4 devices moved to South").waitFor();
      expect(await groups()).toEqual(["South", "South", "South", "South", null]);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Undone.").waitFor();
    });
    expect(await groups()).toEqual(["North", null, null, null, null]);
  });

  test("disables all selected devices, shows them as disabled, and undoes it", async () => {
    await at.visit(async (page) => {
      await page.goto("/devices");
      await page.getByLabel("Select all").check();
      await page.getByRole("button", { name: "Disable", exact: true }).click();
      await page.getByText("5 devices disabled").waitFor();
      await page.getByRole("button", { name: "Disabled 5" }).waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByRole("button", { name: "Never connected 5" }).waitFor();
    });
    await waitUntil(
      "all are enabled",
      async () => (await at.owner.do("GET", "./devices/counts")).disabled === 0,
    );
  });

  test("shows columns of chosen sensors and hides others, which stay so and go into saved filters", async () => {
    await at.createDevice(["temperature", "humidity"]);
    await at.visit(async (page) => {
      const columns = page.getByRole("button", { name: "Columns", exact: true });
      const menu = page.getByRole("dialog", { name: "Columns" });
      const heads = async () =>
        (await page.getByRole("table", { name: "Devices" }).getByRole("columnheader").allInnerTexts()).join();
      await page.goto("/devices");
      await columns.click();
      await menu.getByLabel("temperature").check();
      await menu.getByLabel("Other sensor").fill("co2");
      await menu.getByRole("button", { name: "Add" }).click();
      await menu.getByLabel("Battery").uncheck();
      await waitUntil("the columns have changed", async () => /temperature,co2/.test(await heads()));
      await page.goto("/devices?q=Test");
      await waitUntil("the columns are back", async () => /temperature,co2/.test(await heads()));
      expect(await heads()).not.toContain("Battery");
      await page.getByRole("button", { name: "Saved filters" }).click();
      await page.getByRole("button", { name: "Save this filter" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill("Climate");
      await page.keyboard.press("Enter");
      await page.getByText("Saved the filter “Climate”.").waitFor();
    });
    const { items } = await at.owner.do("GET", "./device-filters");
    expect(items[0].parameters).toEqual({ q: "Test", columns: "temperature,co2,!battery" });
  });
});
