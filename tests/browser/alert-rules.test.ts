import { expect, test } from "bun:test";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { phone } from "./harness/visit.ts";

await describeWithOwner("alert rules", (at) => {
  test("are tried on the last week, created, muted, edited and deleted", async () => {
    const { uuid } = await at.owner.do("POST", "./devices", {
      name: "Freezer 7",
      sensors: [{ slug: "air", name: "Air", type: "temperature" }],
    });
    await at.owner.do("POST", "./device-groups", { name: "Cellar" });
    await at.visit(async (page, faults) => {
      await page.goto("/alarms/rules");
      await page.getByRole("button", { name: "New alert rule" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name", { exact: true }).fill("Too warm");
      await dialog.getByLabel("Severity").selectOption("Critical");
      await dialog.getByRole("combobox", { name: "Device" }).fill("Freezer");
      await page.getByRole("option", { name: "Freezer 7" }).click();
      await dialog.getByLabel("Sensor", { exact: true }).selectOption("Air");
      await dialog.getByLabel("Limit").fill("-15");
      await dialog.getByLabel("For at least (minutes)").fill("10");
      await dialog.getByLabel("Hysteresis").fill("2");
      await dialog.getByRole("button", { name: "Try on the last 7 days" }).click();
      await dialog.getByText("No alarm in 0 readings.").waitFor();
      await dialog.getByRole("button", { name: "Create rule" }).click();
      const row = page.getByRole("row").filter({ hasText: "Too warm" });
      await row.getByText("Air of Freezer 7").waitFor();
      await row.getByText("is above -15 for 10 min").waitFor();
      const { items } = await at.owner.do("GET", "./alert-rules");
      expect(items).toMatchObject([
        {
          ...{ severity: "critical", target: { kind: "sensor" }, sensor: { device: { uuid } } },
          condition: { kind: "above", limit: -15, hysteresis: 2, for_readings: 1, for_seconds: 600 },
        },
      ]);

      await row.getByRole("button", { name: "Mute for a day Too warm" }).click();
      await row.getByText(/until /).waitFor();
      await row.getByRole("button", { name: "Unmute Too warm" }).click();
      await row.getByRole("button", { name: "Mute for a day Too warm" }).waitFor();

      await row.getByRole("button", { name: "Edit Too warm" }).click();
      await dialog.getByLabel("Applies to").selectOption("Devices of a group");
      await dialog.getByLabel("Group", { exact: true }).selectOption("Cellar");
      await dialog.getByLabel("Condition").selectOption("Value is outside a range");
      await dialog.getByLabel("From").fill("4");
      await dialog.getByLabel("To", { exact: true }).fill("2");
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.getByText("The upper end of the range must not be below the lower end.").waitFor();
      expect(faults.splice(0).join()).toContain(" 422");
      await dialog.getByLabel("To", { exact: true }).fill("9");
      await dialog.getByRole("button", { name: "Save" }).click();
      await row.getByText("Group Cellar").waitFor();
      await row.getByText("is outside 4 to 9 for 10 min").waitFor();

      await row.getByRole("button", { name: "Delete Too warm" }).click();
      await page.getByRole("button", { name: "Delete rule" }).click();
      await page.getByText("No alert rules yet").waitFor();
    });
  });

  test("are listed with labels on a phone", async () => {
    await at.owner.do("POST", "./alert-rules", {
      ...{ name: "Silent", severity: "info", text: "!", target: { kind: "type", type: "temperature" } },
      condition: { kind: "silent", seconds: 3600 },
    });
    await at.visit(
      async (page) => {
        await page.goto("/alarms/rules");
        const table = page.getByRole("table", { name: "Alert rules" });
        await table.getByText("All temperature sensors").waitFor();
        await table.getByText("is missing for 1 h").waitFor();
      },
      { viewport: phone },
    );
  });
});
