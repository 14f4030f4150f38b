import { expect, test } from "bun:test";
import { sendReadings } from "../../browser/world/world-traffic.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";

describeServedPages("alert rules", (at) => {
  test("are tried on the last week, created, muted, edited and deleted", async () => {
    const { uuid, token } = await at.owner.do("POST", "./devices", {
      name: "Freezer 7",
      sensors: [{ slug: "air", name: "Air", type: "temperature" }],
    });
    // Too warm from hour 3 to 5 of the last day.
    const data = [-20, -20, -20, -10, -10, -10, -20, -20].map((value, hour) => ({
      value,
      timestamp: new Date(Date.now() - (24 - hour) * 3_600_000).toISOString(),
    }));
    await sendReadings(at.served.url, { uuid, token }, "/sensors/air/readings/bulk", { data });
    await at.untilSettled();
    await at.owner.do("POST", "./device-groups", { name: "Cellar" });
    await at.visit(async (page, faults) => {
      await page.goto("/alarms/rules");
      await page.getByRole("button", { name: "New alert rule" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name", { exact: true }).fill("Too warm");
      await dialog.getByLabel("Severity").selectOption("Critical");
      await dialog.getByRole("combobox", { name: "Device" }).click();
      await page.getByRole("option", { name: "Freezer 7" }).click();
      await dialog.getByLabel("Sensor", { exact: true }).selectOption("Air");
      await dialog.getByLabel("Limit").fill("-15");
      await dialog.getByLabel("For at least (minutes)").fill("10");
      await dialog.getByLabel("Hysteresis").fill("2");
      await dialog.getByRole("button", { name: "Try on the last 7 days" }).click();
      await dialog.getByText("Would have raised 1 alarm in 8 readings of the last 7 days.").waitFor();
      await dialog.getByRole("group", { name: /^Air in the last 7 days, with the alarms/ }).waitFor();
      await dialog.getByRole("button", { name: /Would be raised/ }).waitFor();
      await dialog.getByRole("button", { name: "Create rule" }).click();
      const row = page.getByRole("row").filter({ hasText: "Too warm" });
      await row.getByText("Air of Freezer 7").waitFor();
      await row.getByText("is above −15 for 10 min").waitFor();
      const { items } = await at.owner.do("GET", "./alert-rules");
      expect(items).toMatchObject([
        {
          severity: "critical",
          target: { kind: "sensor" },
          sensor: { device: { uuid } },
          condition: { kind: "above", limit: -15, hysteresis: 2, for_readings: 1, for_seconds: 600 },
        },
      ]);

      await row.getByRole("button", { name: "Mute for a day Too warm" }).click();
      await row.getByText(/until /).waitFor();
      await row.getByRole("button", { name: "Unmute Too warm" }).click();
      await row.getByRole("button", { name: "Mute for a day Too warm" }).waitFor();

      await row.getByRole("button", { name: "Mute on a schedule Too warm" }).click();
      await dialog.getByLabel("Friday").check();
      await dialog.getByLabel("From").fill("22:00");
      await dialog.getByLabel("To", { exact: true }).fill("6:00");
      await dialog.getByLabel("Time zone").fill("Europe/Berlin");
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.getByText("Enter a time from 00:00 to 24:00.").waitFor();
      expect(faults.splice(0).join()).toContain(" 422");
      await dialog.getByLabel("To", { exact: true }).fill("06:00");
      const words = "Friday, Saturday and Sunday, 22:00 to 06:00 the next day (Europe/Berlin)";
      await dialog.getByText(`Muted ${words}.`).waitFor();
      await dialog.getByRole("button", { name: "Save" }).click();
      await row.getByText(words).waitFor();
      await row.getByRole("button", { name: "Mute on a schedule Too warm" }).click();
      await dialog.getByRole("button", { name: "Remove schedule" }).click();
      await row.getByText(words).waitFor({ state: "detached" });

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
});
