import { beforeAll, expect, test } from "bun:test";
import { waitUntil } from "../harness/wait-until.ts";
import { describePages } from "./harness/describe-pages.ts";
import type { Locator } from "./harness/locator.ts";

describePages("an alert from a value", (at) => {
  let device: string;
  beforeAll(async () => {
    const sensors = [
      { slug: "air", name: "Air", type: "temperature" },
      { slug: "door", name: "Door", type: "door" },
    ];
    device = (await at.owner.do("POST", "./devices", { name: "Freezer 7", sensors })).uuid;
  });

  test("sends a message to Slack after at most five clicks from the page of the device", async () => {
    await at.visit(async (page) => {
      let clicks = 0;
      const click = (locator: Locator) => {
        clicks += 1;
        return locator.click();
      };
      await page.goto(`/devices/${device}`);
      await click(page.getByRole("button", { name: "Alert me about Air" }));
      const dialog = page.getByRole("dialog", { name: "Alert me about Freezer 7" });
      await waitUntil(
        "limits are proposed",
        async () => (await dialog.getByLabel("To", { exact: true }).inputValue()) === "85",
      );
      expect(await dialog.getByLabel("Name of the alert").inputValue()).toBe("Air of Freezer 7");
      await dialog.getByText("Nobody is notified of these alarms.").waitFor();
      // The list is opened, and the kind is chosen.
      clicks += 2;
      await dialog.getByLabel("New channel").selectOption("Slack");
      await dialog.getByLabel("Webhook URL").fill("https://hooks.slack.com/services/T0/B0/x");
      expect(await dialog.getByLabel("Name of the channel").inputValue()).toBe("Slack");
      await click(dialog.getByRole("button", { name: "Save alert" }));
      await page.getByText("Alert created. It notifies “Slack”.").waitFor();
      expect(clicks).toBeLessThanOrEqual(5);
    });
    expect((await at.owner.do("GET", "./alert-rules")).items).toMatchObject([
      {
        name: "Air of Freezer 7",
        target: { kind: "sensor" },
        condition: { kind: "outside", min: -40, max: 85 },
        told_by: [{ name: "Warning and critical to Slack" }],
        tells_nobody: false,
      },
    ]);
  });

  test("keeps what was typed and goes on where it stopped, if the channel is refused", async () => {
    const refused = `POST /api/manage/v1/accounts/${at.owner.account}/channels 422`;
    await at.visit(
      async (page) => {
        await page.goto(`/devices/${device}`);
        await page.getByRole("button", { name: "Alert me about Door" }).click();
        const dialog = page.getByRole("dialog", { name: "Alert me about Freezer 7" });
        await waitUntil(
          "a limit is proposed",
          async () => (await dialog.getByLabel("Limit").inputValue()) === "0.5",
        );
        await dialog.getByText(/Already notified: Slack/).waitFor();
        await dialog.getByLabel("New channel").selectOption("Discord");
        await dialog.getByLabel("Webhook URL").fill("ftp://discord.com/hook");
        await dialog.getByRole("button", { name: "Save alert" }).click();
        await dialog.getByText(/The alert rule “Door of Freezer 7” exists already/).waitFor();
        expect(await dialog.getByLabel("Webhook URL").inputValue()).toBe("ftp://discord.com/hook");
        await dialog.getByLabel("Webhook URL").fill("https://discord.com/api/webhooks/1/x");
        await dialog.getByRole("button", { name: "Save alert" }).click();
        await page.getByText("Alert created. It notifies “Discord”.").waitFor();
      },
      { expected: [refused] },
    );
    const { items } = await at.owner.do("GET", "./alert-rules");
    expect(items.map(({ name }: { name: string }) => name)).toEqual([
      "Air of Freezer 7",
      "Door of Freezer 7",
    ]);
    const rules = (await at.owner.do("GET", "./notification-rules")).items;
    expect(rules.map(({ name }: { name: string }) => name)).toEqual([
      "Warning and critical to Discord",
      "Warning and critical to Slack",
    ]);
  });

  test("says in the list, in the dialog and under a chart that an alert notifies nobody", async () => {
    const { items } = await at.owner.do("GET", "./notification-rules");
    for (const { uuid } of items) await at.owner.do("DELETE", `./notification-rules/${uuid}`);
    await at.visit(async (page) => {
      await page.goto("/alarms/rules");
      await page.getByText("Nobody is notified when these rules raise an alarm").waitFor();
      await page.getByRole("button", { name: "Edit Air of Freezer 7" }).click();
      const dialog = page.getByRole("dialog", { name: "Edit alert rule" });
      await dialog.getByText("Nobody is notified when this rule raises an alarm").waitFor();
      await page.goto(`/devices/${device}/charts`);
      const limits = page.getByRole("list", { name: "Alert rule limits" });
      await limits.getByText("notifies nobody").first().waitFor();
    });
  });

  test("fills in the only channel of a new notification rule, and the device whose page is open", async () => {
    const channels = (await at.owner.do("GET", "./channels")).items;
    await at.owner.do("DELETE", `./channels/${channels[0].uuid}`);
    await at.visit(async (page) => {
      await page.goto("/alarms/notifications");
      await page.getByRole("button", { name: "New notification rule" }).click();
      const only = page.getByRole("dialog").getByLabel(channels[1].name);
      expect(await only.isChecked()).toBe(true);

      await page.goto(`/devices/${device}`);
      await page
        .getByRole("button", { name: /^Go to…/ })
        .first()
        .click();
      const palette = page.getByRole("dialog", { name: "Go to" });
      await palette.getByRole("combobox").fill("new alert rule");
      await palette.getByRole("option", { name: "New alert rule" }).click();
      const dialog = page.getByRole("dialog", { name: "New alert rule" });
      await dialog.getByRole("option", { name: "Air" }).waitFor();
      await waitUntil(
        "the device is named",
        async () => (await dialog.getByLabel("Device").first().inputValue()) === "Freezer 7",
      );
    });
  });

  test("is offered in the list of devices, and not to people who may not create alerts", async () => {
    const name = "Alert me about Freezer 7";
    await at.visit(async (page) => {
      await page.goto("/devices");
      await page.getByRole("button", { name }).click();
      const dialog = page.getByRole("dialog", { name });
      await waitUntil(
        "a sensor is proposed",
        async () => (await dialog.getByLabel("Name of the alert").inputValue()) === "Air of Freezer 7 2",
      );
      // What was typed stays when another sensor is chosen. What was proposed does not.
      await dialog.getByLabel("Name of the alert").fill("Mine");
      await dialog.getByLabel("Sensor", { exact: true }).selectOption("Door");
      await waitUntil(
        "its limit is proposed",
        async () => (await dialog.getByLabel("Limit").inputValue()) === "0.5",
      );
      expect(await dialog.getByLabel("Name of the alert").inputValue()).toBe("Mine");
    });
    const viewer = await at.letIn(at.people.viewer, "viewer");
    await at.visit(
      async (page) => {
        await page.goto("/devices");
        await page.getByRole("link", { name: "Freezer 7" }).waitFor();
        expect(await page.getByRole("button", { name }).count()).toBe(0);
      },
      { session: viewer },
    );
  });
});
