import { expect, test } from "bun:test";
import { type AlarmingDevice, addDevice } from "../../browser/world/alarming-account.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";
import { untilLive } from "../harness/until-live.ts";

describeServedPages("the page of an alarm", (at) => {
  /** Raises an alarm above 30 through an alert rule, twice, and returns the ids of the alarms. */
  async function raiseTwice(freezer: AlarmingDevice): Promise<{ rule: string; ids: number[] }> {
    const ids = async (state: string): Promise<number[]> =>
      (await at.owner.do("GET", `./alarms?state=${state}`)).items.map(({ id }: { id: number }) => id);
    const { uuid: rule } = await at.owner.do("POST", "./alert-rules", {
      name: "Too warm",
      severity: "warning",
      text: "{{device.name}} is at {{value}}",
      target: { kind: "group", group: "Cellar" },
      condition: { kind: "above", limit: 30 },
    });
    await freezer.send("air", 31);
    await waitUntil("it is raised", async () => (await ids("active")).length === 1);
    await freezer.send("air", 20);
    await waitUntil("it is cleared", async () => (await ids("cleared")).length === 1);
    await freezer.send("air", 33.5);
    await waitUntil("it is raised again", async () => (await ids("active")).length === 1);
    return { rule, ids: [...(await ids("cleared")), ...(await ids("active"))] };
  }

  test("shows its history and readings, and is where people comment, take it over and snooze it", async () => {
    await at.owner.do("POST", "./device-groups", { name: "Cellar" });
    const freezer = await addDevice(at.owner, at.served.url, "Freezer 7", ["air"]);
    await at.owner.do("PATCH", `./devices/${freezer.uuid}`, { group: "Cellar" });
    const { rule, ids } = await raiseTwice(freezer);
    const [first, second] = ids;
    await at.visit(async (page) => {
      await page.goto("/alarms");
      await page.getByRole("link", { name: "Too warm" }).first().click();
      await page.waitForURL(new RegExp(`/alarms/${second}$`));
      await untilLive(page);
      const main = page.getByRole("main");
      const history = main.getByRole("list", { name: "History of the alarm" }).getByRole("listitem");
      await main.getByText("Freezer 7 is at 33.5").first().waitFor();
      await main.getByRole("definition").filter({ hasText: "Nobody" }).first().waitFor();
      await history.getByText("Raised by its alert rule, value 33.5").waitFor();
      await main.getByRole("group", { name: /^air of Freezer 7 around the alarm/ }).waitFor();
      await main
        .getByRole("button", { name: /Too warm: raised/ })
        .first()
        .waitFor();

      await main.getByLabel("Comment").fill("The door was open.");
      await main.getByRole("button", { name: "Add comment" }).click();
      await history.getByText("The door was open.").waitFor();
      await main.getByLabel("Assignee").selectOption(at.person.email);
      await history.getByText(`${at.person.name} assigned it to themselves`).waitFor();
      await main.getByRole("button", { name: "Snooze" }).click();
      await page.getByRole("menuitem", { name: "For 4 hours" }).click();
      await history.getByText(`${at.person.name} snoozed it until`).waitFor();
      await main
        .getByText(/^Snoozed until/)
        .first()
        .waitFor();
      const menu = page.getByRole("navigation", { name: "Main" });
      await menu.getByRole("link", { name: "Alarms", exact: true }).waitFor();

      // What others do appears without reloading.
      await at.owner.do("POST", `./alarms/${second}/comments`, { text: "I closed it." });
      await history.getByText("I closed it.").waitFor();
      await history.filter({ hasText: "The door was open." }).getByRole("button", { name: "Delete" }).click();
      await page.getByRole("button", { name: "Delete comment" }).click();
      await history.getByText("The door was open.").waitFor({ state: "detached" });

      await page.goto("/");
      await page.getByText("No problems found").waitFor();
      await page.goto(`/alarms/${second}`);
      await main.getByRole("button", { name: "End snooze" }).click();
      await history.getByText(`${at.person.name} ended the snooze`).waitFor();
      await menu.getByRole("link", { name: "Alarms 1 unacknowledged" }).waitFor();
      await main.getByRole("button", { name: "Acknowledge" }).click();
      await history.getByText(`${at.person.name} acknowledged it`).waitFor();
      await at.owner.do("PATCH", `./alert-rules/${rule}`, { severity: "critical" });
      await freezer.send("air", 34);
      await history.getByText("Severity rose to critical").waitFor();
      await main.getByText("Critical").first().waitFor();
      await freezer.send("air", 20);
      await history.getByText("Cleared by its alert rule").waitFor();
      await main.getByRole("button", { name: "Snooze" }).waitFor({ state: "detached" });

      await page.goto("/alarms?state=all");
      await page.getByRole("row").filter({ hasText: "Worst value 34" }).waitFor();
      await page.getByLabel("Assignee").selectOption("Assigned to me");
      await page.waitForURL(/assignee=me/);
      await page.getByRole("row").filter({ hasText: "Freezer 7 is at 31" }).waitFor({ state: "detached" });
      await page.getByRole("link", { name: "Too warm" }).first().click();
      await page.getByRole("heading", { level: 1, name: "Too warm" }).waitFor();
      await main.getByText("Worst value", { exact: true }).waitFor();
      await main.getByText("Other occurrences").waitFor();
      await main.getByRole("link", { name: "Too warm" }).waitFor();
      await page.goto(`/alarms/${first}`);
      await main.getByText("Freezer 7 is at 31").first().waitFor();
      expect(await main.getByRole("button", { name: "Acknowledge" }).count()).toBe(0);
      await main.getByRole("link", { name: "Too warm" }).click();
      await page.getByRole("dialog", { name: "Edit alert rule" }).waitFor();
    });
  });
});
