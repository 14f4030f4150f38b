import { expect, test } from "bun:test";
import { TestReceiver } from "../../packages/server/src/deliver/channels/test-receiver.ts";
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
      });
      expect(slack.received).toHaveLength(2);
    });
  },
  { WEIR_OUTBOX_ALLOW: "127.0.0.1" },
);
