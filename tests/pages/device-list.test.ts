import { beforeAll, expect, test } from "bun:test";
import { waitUntil } from "../harness/wait-until.ts";
import { describePages } from "./harness/describe-pages.ts";
import type { Page } from "./harness/page.ts";

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

  /** Selects devices of the list, and chooses an action on them. */
  const chooseMore = async (page: Page, names: readonly string[], action: string) => {
    await page.goto("/devices");
    for (const name of names) await page.getByLabel(`Select ${name}`).click();
    await page
      .getByRole("region", { name: "Selected devices" })
      .getByRole("button", { name: "More" })
      .click();
    await page.getByRole("menuitem", { name: action }).click();
  };

  test("assigns a rule chain to the selected devices, and undoes that", async () => {
    const { uuid } = await at.owner.do("POST", "./chains", { name: "Cold store" });
    await at.owner.do("POST", `./chains/${uuid}/publish`, {});
    const chains = async () =>
      (await at.owner.do("GET", "./devices?search=Probe")).items.map(
        ({ chain }: { chain: { name: string } | null }) => chain?.name,
      );
    await at.visit(async (page) => {
      await chooseMore(page, ["Probe 1", "Probe 2"], "Assign rule chain…");
      const dialog = page.getByRole("dialog", { name: "Assign a rule chain to 2 devices" });
      await dialog.getByLabel("Rule chain").selectOption("Cold store");
      await dialog.getByRole("button", { name: "Assign" }).click();
      await page.getByText("Assigned the rule chain to 2 devices").waitFor();
      expect(await chains()).toEqual(["Cold store", "Cold store", undefined, undefined, undefined]);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Undone.").waitFor();
    });
    expect(await chains()).toEqual(Array(5).fill(undefined));
  });

  test("applies a template to the selected devices", async () => {
    await at.owner.do("POST", "./templates", { name: "Freezer", sensors: [{ slug: "temperature" }] });
    await at.visit(async (page) => {
      await chooseMore(page, ["Probe 1", "Probe 2"], "Apply template…");
      const dialog = page.getByRole("dialog", { name: "Apply a template to 2 devices" });
      await dialog.getByText("This can’t be undone.").waitFor();
      expect(await dialog.getByRole("button", { name: "Apply template" }).isDisabled()).toBe(true);
      await dialog.getByLabel("Template").selectOption("Freezer");
      await dialog.getByRole("button", { name: "Apply template" }).click();
      await page.getByText("Freezer applied to 2 devices").waitFor();
    });
    const { items } = await at.owner.do("GET", "./devices?search=Probe");
    expect(items.map(({ sensor_count }: { sensor_count: number }) => sensor_count)).toEqual([1, 1, 0, 0, 0]);
  });

  test("goes on past devices that are refused, says which and why, and keeps them selected", async () => {
    const full = Array.from({ length: 20 }, (_, n) => `t${n}`);
    await at.owner.do("POST", "./devices", { name: "Probe 0", tags: full });
    await at.visit(async (page) => {
      await page.goto("/devices?q=Probe");
      await page.getByLabel("Select all").check();
      const bar = page.getByRole("region", { name: "Selected devices" });
      await bar.getByRole("button", { name: "Tags" }).click();
      const notes = page.getByRole("dialog", { name: "Tags and attributes of 6 devices" });
      await notes.getByLabel("Add tags").fill("cold");
      await notes.getByRole("button", { name: "Change" }).click();
      await page.getByText("5 devices changed").waitFor();
      const refused = page.getByRole("dialog", { name: "1 of 6 devices not changed" });
      await refused.getByRole("link", { name: "Probe 0" }).waitFor();
      await refused.getByText("A device can have at most 20 tags.").waitFor();
      await refused.getByRole("button", { name: "Close" }).last().click();
      await bar.getByText("1 selected").waitFor();
      await page.getByLabel("Select all").check();
      await bar.getByRole("button", { name: "Delete" }).click();
      const question = page.getByRole("dialog", { name: "Delete 6 devices?" });
      await question.getByLabel("Type “delete 6” to confirm").fill("delete 6");
      await question.getByRole("button", { name: "Delete 6 devices" }).click();
      await page.getByText("6 devices deleted").waitFor();
    });
    expect((await at.owner.do("GET", "./devices?search=Probe")).items).toEqual([]);
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
