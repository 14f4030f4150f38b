import { expect, test } from "bun:test";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";

describeServedPages("device templates", (at) => {
  test("are made from a device, give new devices their sensors, and change all that follow them", async () => {
    const body = { name: "Freezer 1", sensors: [{ slug: "temperature", name: "Temperature", unit: "°C" }] };
    const { uuid: first } = await at.owner.do("POST", "./devices", body);
    const definition = { variable: { kind: "device", default: null }, span: "24h", tiles: [] };
    await at.owner.do("POST", "./boards", { name: "Any freezer", definition });
    await at.visit(async (page, faults) => {
      await page.goto(`/devices/${first}/settings`);
      await page.getByRole("button", { name: "Create template from this device…" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Template name").fill("Freezer");
      await dialog.getByRole("button", { name: "Create template" }).click();
      await page.getByText("This device matches the template.").waitFor();

      await page.goto("/devices/new");
      await page.getByLabel("Name", { exact: true }).fill("Freezer 2");
      await page.getByLabel("Template").selectOption({ label: "Freezer (1 sensor)" });
      await page.getByRole("button", { name: "Create device" }).click();
      await page.getByText("Freezer 2 was created").waitFor();

      await page.goto("/devices/templates");
      const table = page.getByRole("table", { name: "Device templates" });
      await table.getByRole("link", { name: "Freezer", exact: true }).click();
      await page.getByRole("button", { name: "Add sensor" }).click();
      await page.getByLabel("Name of sensor 2").fill("Door");
      await page.getByLabel("Handling").selectOption("lenient");
      await page.getByLabel("Board").selectOption({ label: "Any freezer" });
      await page.getByText("Rule chain and retention of sensors").click();
      await page.getByLabel("Retention of door").selectOption({ label: "30 days" });
      await page.getByRole("button", { name: "Save changes" }).click();
      const cells = table.getByRole("row").nth(1).getByRole("cell");
      await waitUntil(
        "both devices have the change",
        async () => (await cells.allInnerTexts()).slice(0, 4).join() === "Freezer,2 sensors,2 devices,2",
      );
      await table.getByRole("link", { name: "2 devices" }).click();
      await page.getByText("Template: Freezer").waitFor();
      const row = page
        .getByRole("table", { name: "Devices" })
        .getByRole("row")
        .filter({ hasText: "Freezer 2" });
      await row.waitFor();

      await at.owner.do("PATCH", `./devices/${first}`, { handling: "strict" });
      await page.goto(`/devices/${first}/settings`);
      const differences = page.getByRole("table", { name: "Differences from the template" });
      await differences.waitFor();
      expect((await differences.getByRole("cell").allInnerTexts()).join()).toBe("Handling,strict,lenient");
      const apply = async () => {
        await page.getByRole("button", { name: "Apply template…" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Apply template" }).click();
        await page.getByText("This device matches the template.").waitFor();
      };
      const handling = async () => (await at.owner.do("GET", `./devices/${first}`)).handling;
      const choice = page.getByLabel("Handling");
      expect(await choice.inputValue()).toBe("strict");
      await apply();
      await waitUntil(
        "the form shows the template's value",
        async () => (await choice.inputValue()) === "lenient",
      );

      await choice.selectOption("strict");
      await page.getByRole("button", { name: "Save changes" }).click();
      await differences.waitFor();
      const name = page.getByLabel("Name", { exact: true });
      await name.fill("Freezer One");
      await apply();
      await page.getByText("Changed handling: “strict” → “lenient”").waitFor();
      expect([await name.inputValue(), await choice.inputValue()]).toEqual(["Freezer One", "strict"]);
      await page.getByRole("button", { name: "Save my changes anyway" }).click();
      await page.getByRole("heading", { level: 1, name: "Freezer One" }).waitFor();
      expect([await choice.inputValue(), await handling()]).toEqual(["lenient", "lenient"]);

      // A change of something that is not in the form is no reason to ask: the form saves again on top of it.
      const follow = page.getByLabel("Follow changes of the template");
      await follow.click();
      await waitUntil("the device no longer follows", async () => !(await follow.isChecked()));
      await name.fill("Freezer 1");
      await page.getByRole("button", { name: "Save changes" }).click();
      await page.getByRole("heading", { level: 1, name: "Freezer 1" }).waitFor();
      expect(faults.splice(0).map((fault) => fault.slice(-4))).toEqual([" 412"]);
      await page.getByRole("link", { name: "Open board" }).click();
      await page.waitForURL(/\/boards\/[^?]+\?device=/);
      expect(new URL(page.url()).searchParams.get("device")).toBe(first);
    });
    const { items } = await at.owner.do("GET", `./devices/${first}/sensors`);
    expect(items.map(({ slug }: { slug: string }) => slug)).toEqual(["temperature", "door"]);
  });
});
