import { beforeAll, expect, test } from "bun:test";
import { raiseAlarmsIn } from "../../browser/world/alarming-account.ts";
import { fillOutbox } from "../../browser/world/filled-outbox.ts";
import type { OwnedDevice } from "../../browser/world/owned-account.ts";
import { sendReadings } from "../../browser/world/world-traffic.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { describePagesWithServer } from "../harness/describe-served-pages.ts";
import type { Page } from "../harness/page.ts";

describePagesWithServer(
  "the outbox",
  (at) => {
    let kiln: OwnedDevice;
    beforeAll(async () => {
      kiln = await fillOutbox(at);
    });

    /** The listed messages, such as "MQTT Kiln", in alphabetical order. */
    const listed = async (page: Page): Promise<string[]> => {
      const rows = await page.getByRole("table", { name: "Messages" }).getByRole("row").allInnerTexts();
      return rows
        .map((row) => row.match(/Webhook|MQTT|Attic|Kiln/g)?.join(" "))
        .filter((words) => words !== undefined)
        .toSorted();
    };
    const untilListed = (page: Page, ...expected: string[]): Promise<void> =>
      waitUntil(`${expected} are listed`, async () => Bun.deepEquals(await listed(page), expected));

    test("is filtered by kind, device and chain, which the address keeps", async () => {
      await at.visit(async (page) => {
        await page.goto("/system/outbox");
        await untilListed(page, "MQTT Attic", "MQTT Kiln", "Webhook Attic", "Webhook Kiln");
        await page.getByLabel("Type").selectOption("MQTT");
        await untilListed(page, "MQTT Attic", "MQTT Kiln");
        await page.getByLabel("Device", { exact: true }).click();
        await page.getByRole("option", { name: "Kiln" }).click();
        await untilListed(page, "MQTT Kiln");
        await page.getByLabel("Rule chain").selectOption("Default");
        await page.reload();
        await untilListed(page, "MQTT Kiln");
        expect(await page.getByLabel("Device", { exact: true }).inputValue()).toBe("Kiln");
        await page.getByLabel("Type").selectOption("Email");
        await page.getByText("No matching messages").waitFor();
        await page.getByRole("button", { name: "Show all messages" }).click();
        await untilListed(page, "MQTT Attic", "MQTT Kiln", "Webhook Attic", "Webhook Kiln");
      });
    });

    test("shows what one node sent and what one device caused, through links from their pages", async () => {
      const { items: chains } = await at.owner.do("GET", "./chains");
      await at.visit(async (page) => {
        await page.goto(`/chains/${chains[0].uuid}?node=tell`);
        await page.getByRole("link", { name: "Sent messages" }).click();
        await untilListed(page, "Webhook Attic", "Webhook Kiln");
        await page.getByRole("button", { name: "Node Tell", exact: true }).click();
        await untilListed(page, "MQTT Attic", "MQTT Kiln", "Webhook Attic", "Webhook Kiln");
        await page.goto(`/devices/${kiln.uuid}`);
        await page.getByRole("link", { name: "Messages sent for its readings" }).click();
        await untilListed(page, "MQTT Kiln", "Webhook Kiln");
      });
    });

    test("says of a notification what happened to the alarm, because no rule chain sent it", async () => {
      await raiseAlarmsIn(at.owner);
      await at.served.weir.notifyAt("http://127.0.0.1:9/alarms");
      await sendReadings(at.served.url, kiln, "/sensors/heat/readings", { data: { value: 31 } });
      await at.visit(async (page) => {
        await page.goto("/system/outbox");
        const row = page.getByRole("row").filter({ hasText: "Notification" });
        await row.getByText("Kiln").waitFor();
        await row.getByText("Alarm raised").waitFor();
        expect(await row.getByText(/rule chain/).count()).toBe(0);
      });
    });
  },
  async () => ({ WEIR_OUTBOX_TRIES: "1" }),
);
