import { expect, test } from "bun:test";
import { TestReceiver } from "../../../packages/server/src/deliver/channels/test-receiver.ts";
import { postReadings } from "../../harness/post-readings.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { describePagesWithServer } from "../harness/describe-served-pages.ts";

describePagesWithServer(
  "notifications",
  (at) => {
    test("sets up a Slack channel and shows what Slack answers to a test message", async () => {
      using slack = new TestReceiver();
      slack.answer = () => new Response("no_service", { status: 404 });
      const { uuid: account } = await at.owner.do("GET", ".");
      const refused = { expected: [`POST /api/manage/v1/accounts/${account}/channels 422`] };
      await at.visit(async (page) => {
        await page.goto("/alarms/notifications");
        await page.getByText("The account has no channels yet").waitFor();
        await page.getByRole("button", { name: "New account channel" }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Kind").selectOption("Slack");
        await dialog.getByLabel("Name").fill("Ops");
        await dialog.getByLabel("Webhook URL").fill("http://ada:hush@127.0.0.1");
        await dialog.getByRole("button", { name: "Create channel" }).click();
        await dialog.getByText("The URL must not contain a user name or password.").waitFor();
        // The field that was refused has the focus.
        await dialog.locator("input:focus[type=url]").waitFor();
        await dialog.getByLabel("Webhook URL").fill(`${slack.url}/services/T/B/hush`);
        await dialog.getByRole("button", { name: "Create channel" }).click();
        const table = page.getByRole("table", { name: "Account channels" });
        await table.getByRole("cell", { name: "127.0.0.1", exact: true }).waitFor();
        await page.getByRole("button", { name: "Send test Ops" }).click();
        await page.getByText("Slack answered 404: no_service").waitFor();
        slack.answer = () => new Response("ok");
        await page.getByRole("button", { name: "Send test Ops" }).click();
        await page.getByText("Slack accepted the message.").waitFor();
        expect(await page.content()).not.toContain("hush");

        await page.getByRole("button", { name: "New notification rule" }).click();
        await dialog.getByLabel("Name").fill("Everything");
        await dialog.getByLabel("Alarms", { exact: true }).selectOption("All alarms");
        await dialog.getByRole("checkbox", { name: "Ops" }).check();
        await dialog.getByRole("button", { name: "Create rule" }).click();
        const rules = page.getByRole("table", { name: "Notification rules" });
        await rules.getByRole("cell", { name: "Ops", exact: true }).waitFor();
      }, refused);
      expect(slack.received).toHaveLength(2);
      await at.owner.do("POST", "./alert-rules", {
        name: "Too hot",
        severity: "critical",
        text: "{{value}} °C",
        target: { kind: "type", type: "temperature" },
        condition: { kind: "above", limit: 30 },
      });
      const sensors = [{ slug: "t", type: "temperature" }];
      const device = await at.owner.do("POST", "./devices", { name: "Freezer 7", sensors });
      await postReadings(at.served.url, device, { data: [{ sensor_slug: "t", value: 31 }] });
      await waitUntil("Slack is told", () => slack.received.length === 3);
      const told = JSON.parse(slack.received[2]!.body.toString());
      expect(told.text).toStartWith("Critical: Too hot\nFreezer 7 / t: 31 °C");
      // A critical alarm may use the limit twice, so the third message is left out.
      for (const value of [20, 32])
        await postReadings(at.served.url, device, { data: [{ sensor_slug: "t", value }] });
      await waitUntil("the channel is limited", async () => {
        const { items } = await at.owner.do("GET", "./channels");
        return items[0].limited?.left_out === 1;
      });
      await at.visit(async (page) => {
        await page.goto("/alarms/notifications");
        await page
          .getByText(/^Hourly limit reached\. 1 alarm change will be sent as one message at \d/)
          .waitFor();
      });
      expect(slack.received).toHaveLength(4);
    });

    test("says who is told by each rule, and which rules a deleted channel leaves with nobody to tell", async () => {
      await at.owner.do("POST", "./channels", {
        name: "Post",
        target: { kind: "mail", address: "ops@example.org" },
      });
      await at.visit(async (page) => {
        await page.goto("/alarms/rules");
        const rule = page.getByRole("table", { name: "Alert rules" }).getByRole("row", { name: /Too hot/ });
        await rule.getByRole("cell", { name: "Everything", exact: true }).waitFor();
        await page.getByRole("link", { name: "Notifications" }).click();
        const channels = page.getByRole("table", { name: "Account channels" });
        await channels
          .getByRole("row", { name: /Post/ })
          .getByText(/^Nothing reaches this channel until the operator sets up/)
          .waitFor();
        await page.getByRole("button", { name: "Delete Ops" }).click();
        const question = page.getByRole("dialog");
        await question.getByText(/^“Everything” will then notify nobody\./).waitFor();
        await question.getByRole("button", { name: "Delete channel" }).click();
        await page
          .getByRole("table", { name: "Notification rules" })
          .getByRole("row", { name: /Everything/ })
          .getByText(/^Notifies nobody:/)
          .waitFor();
        await page.goto("/alarms/rules");
        await rule.getByRole("cell", { name: "Nobody", exact: true }).waitFor();
        await page.getByText("Nobody is notified when these rules raise an alarm").waitFor();
      });
    });
  },
  async () => ({ WEIR_OUTBOX_ALLOW: "127.0.0.1", WEIR_CHANNEL_MESSAGES_PER_HOUR: "1" }),
);
