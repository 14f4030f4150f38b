import { expect, test } from "bun:test";
import { TestReceiver } from "../../packages/server/src/deliver/channels/test-receiver.ts";
import { postReadings } from "../harness/post-readings.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { describeWithOwner } from "./harness/describe-with-owner.ts";

await describeWithOwner(
  "notifications",
  (at) => {
    test("sets up a Slack channel and shows what Slack answers to a test message", async () => {
      using slack = new TestReceiver();
      slack.answer = () => new Response("no_service", { status: 404 });
      await at.visit(async (page) => {
        await page.goto("/settings/notifications");
        await page.getByText("The account has no channels yet").waitFor();
        await page.getByRole("button", { name: "New account channel" }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("Kind").selectOption("Slack");
        await dialog.getByLabel("Name").fill("Ops");
        await dialog.getByLabel("Webhook URL").fill("nowhere");
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
        await dialog.getByLabel("Alarms", { exact: true }).selectOption("Info and above");
        await dialog.getByRole("checkbox", { name: "Ops" }).check();
        await dialog.getByRole("button", { name: "Create rule" }).click();
        const rules = page.getByRole("table", { name: "Notification rules" });
        await rules.getByRole("cell", { name: "Ops", exact: true }).waitFor();
      });
      expect(slack.received).toHaveLength(2);
      await at.owner.do("POST", "./alert-rules", {
        ...{ name: "Too hot", severity: "critical", text: "{{value}} °C" },
        target: { kind: "type", type: "temperature" },
        condition: { kind: "above", limit: 30 },
      });
      const sensors = [{ slug: "t", type: "temperature" }];
      const device = await at.owner.do("POST", "./devices", { name: "Freezer 7", sensors });
      await postReadings(at.served.url, device, { data: [{ sensor_slug: "t", value: 31 }] });
      await waitUntil("Slack is told", () => slack.received.length === 3);
      const told = JSON.parse(slack.received[2]!.body.toString());
      expect(told.text).toStartWith("Critical: Too hot\nFreezer 7 / t: 31 °C");
    });
  },
  { WEIR_OUTBOX_ALLOW: "127.0.0.1" },
);
