import { expect, test } from "bun:test";
import { waitUntil } from "../harness/wait-until.ts";
import { describePages } from "./harness/describe-pages.ts";
import type { Locator } from "./harness/locator.ts";
import type { Page } from "./harness/page.ts";

describePages("the settings of a device", (at) => {
  const createDevice = (name: string): Promise<{ uuid: string }> =>
    at.owner.do("POST", "./devices", { name, sensors: [{ slug: "temperature", name: "Temperature" }] });
  const nameOf = async (uuid: string): Promise<string> =>
    (await at.owner.do("GET", `./devices/${uuid}`)).name;
  const atSettings = async (page: Page, uuid: string) => {
    await page.goto(`/devices/${uuid}/settings`);
    await page.getByLabel("Name").waitFor();
  };

  test("do not ask once they are saved or unchanged", async () => {
    const { uuid } = await createDevice("Cellar");
    await at.visit(async (page) => {
      await atSettings(page, uuid);
      await page.getByLabel("Name").fill("Cellar door");
      await page.getByRole("button", { name: "Save changes" }).click();
      await page.getByText("Saved", { exact: true }).waitFor();
      await page.getByLabel("Name").fill("Attic");
      await page.getByLabel("Name").fill("Cellar door");
      await page.getByRole("link", { name: "Latest values" }).click();
      await page.getByRole("table", { name: "Latest values" }).waitFor();
      expect(await questionOf(page).count()).toBe(0);
    });
  });

  test("say what is unsaved until it is saved or discarded", async () => {
    const { uuid } = await createDevice("Silo");
    await at.visit(async (page) => {
      await atSettings(page, uuid);
      await page.getByLabel("Name").fill("Silo 2");
      await page.getByLabel("Enabled").uncheck();
      await page.getByText("Unsaved changes: name and enabled.").waitFor();
      await page.getByRole("button", { name: "Discard changes" }).click();
      await page.getByText(/^Unsaved changes/).waitFor({ state: "detached" });
      expect(await page.getByLabel("Name").inputValue()).toBe("Silo");
    });
    expect(await nameOf(uuid)).toBe("Silo");
  });

  test("accept a comma or a point in numbers, and no text that can be read in two ways", async () => {
    const { uuid } = await createDevice("Buoy");
    await at.visit(async (page) => {
      await atSettings(page, uuid);
      await page.getByLabel("Latitude").fill("52,520");
      await page.getByText("Is this 52520 or 52.520? Write it without the comma.").waitFor();
      await page.getByLabel("Latitude").fill("−52,52");
      await page.getByLabel("Longitude").fill("200");
      await page.getByRole("button", { name: "Save changes" }).click();
      expect(await page.getByLabel("Longitude").isValid()).toBe(false);
      await page.getByLabel("Longitude").fill("13.405");
      await page.getByRole("button", { name: "Save changes" }).click();
      await page.getByText("Saved", { exact: true }).waitFor();
    });
    const { location } = await at.owner.do("GET", `./devices/${uuid}`);
    expect(location).toMatchObject({ latitude: -52.52, longitude: 13.405 });
  });

  test("say how often the device is expected to send, and when it is offline", async () => {
    const { uuid } = await createDevice("Meter");
    await at.visit(async (page) => {
      await atSettings(page, uuid);
      await page.getByText("Offline after 10 minutes without a request.").waitFor();
      await page.getByLabel("Expected interval").selectOption("set");
      await page.getByText("Offline after 15 minutes without a request.").waitFor();
      await page.getByLabel("Every", { exact: true }).fill("2");
      await page.getByLabel("Unit").selectOption("hours");
      await page.getByText("Offline after 6 hours without a request.").waitFor();
      await page.getByLabel("Alarm when silent").selectOption("critical");
      await page.getByRole("button", { name: "Save changes" }).click();
      await page.getByTitle("Expected every 2 hours (set for this device)").waitFor();
      await page.reload();
      await page
        .getByText("Expected every 2 hours (set for this device). Offline after 6 hours without a request.")
        .waitFor();
      expect(await page.getByLabel("Every", { exact: true }).inputValue()).toBe("2");
      await page.getByLabel("Every", { exact: true }).fill("");
      await page.getByRole("button", { name: "Save changes" }).click();
      expect(await page.getByLabel("Every", { exact: true }).isValid()).toBe(false);
    });
    expect(await at.owner.do("GET", `./devices/${uuid}`)).toMatchObject({
      expected_interval_s: 7200,
      silence_alarm: "critical",
    });
  });

  test("inherit the interval of the group, and then that of the account", async () => {
    const { uuid } = await createDevice("Weather mast");
    const headerOf = async (page: Page, text: string) => {
      await page.goto(`/devices/${uuid}`);
      await page.getByTitle(text).waitFor();
    };
    await at.visit(async (page) => {
      await page.goto("/settings");
      await page.getByLabel("Expected interval").selectOption("set");
      await page.getByLabel("Every", { exact: true }).fill("10");
      await page.getByLabel("Alarm when silent").selectOption("warning");
      await page.getByRole("button", { name: "Save changes" }).click();
      await page.getByText("Saved.").waitFor();
      await headerOf(page, "Expected every 10 minutes (set for the account)");
      await page.goto("/devices/groups");
      await page.getByRole("button", { name: "New group" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("Masts");
      await dialog.getByLabel("Expected interval").selectOption("set");
      await dialog.getByLabel("Every", { exact: true }).fill("1");
      await dialog.getByLabel("Unit").selectOption("hours");
      await dialog.getByRole("button", { name: /^Create/ }).click();
      await page.getByRole("row", { name: /Masts/ }).getByText("every hour").waitFor();
      await at.owner.do("PATCH", `./devices/${uuid}`, { group: "Masts" });
      await headerOf(page, "Expected every hour (set for its group)");
    });
    expect((await at.owner.do("GET", `./devices/${uuid}`)).expectation).toMatchObject({
      interval_s: 3600,
      source: "group",
      silence_alarm: "warning",
      silence_alarm_source: "account",
    });
    await at.owner.do("PATCH", "./expectation", { expected_interval_s: null, silence_alarm: null });
  });

  test("can be undone after saving", async () => {
    const { uuid } = await createDevice("Pump");
    await at.visit(async (page) => {
      await atSettings(page, uuid);
      await page.getByLabel("Name").fill("Pump house");
      await page.getByLabel("Enabled").uncheck();
      await page.getByRole("button", { name: "Save changes" }).click();
      await waitUntil("it is saved", async () => (await nameOf(uuid)) === "Pump house");
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await page.getByText("Undone.").waitFor();
      await page.getByRole("heading", { name: "Pump", exact: true }).waitFor();
      expect(await page.getByLabel("Name").inputValue()).toBe("Pump");
      expect(await page.getByLabel("Enabled").isChecked()).toBe(true);
    });
    expect(await at.owner.do("GET", `./devices/${uuid}`)).toMatchObject({ name: "Pump", enabled: true });
  });

  test("are not undone if another person has changed them since", async () => {
    const { uuid } = await createDevice("Gate");
    const expected = [`PATCH /api/manage/v1/accounts/${at.owner.account}/devices/${uuid} 412`];
    await at.visit(
      async (page) => {
        await atSettings(page, uuid);
        await page.getByLabel("Name").fill("Gate 1");
        await page.getByRole("button", { name: "Save changes" }).click();
        await page.getByText("Saved", { exact: true }).waitFor();
        await at.owner.do("PATCH", `./devices/${uuid}`, { name: "Gate 2" });
        await page.getByRole("button", { name: "Undo", exact: true }).click();
        await page.getByText("Couldn’t undo that.").waitFor();
      },
      { expected },
    );
    expect(await nameOf(uuid)).toBe("Gate 2");
  });

  test("describe how strict and lenient handling treat invalid values", async () => {
    const { uuid } = await createDevice("Dam");
    await at.visit(async (page) => {
      await atSettings(page, uuid);
      const handling = page.getByLabel("Handling");
      expect(await handling.chosenOption()).toBe("Strict (default)");
      const dropped = "Unknown sensors, wrong shapes and future timestamps are dropped individually";
      await page
        .getByText(/^A missing or invalid value, an invalid timestamp or a missing sensor name rejects/)
        .waitFor();
      await page.getByText(dropped).waitFor();
      await handling.selectOption("lenient");
      await page.getByText("Readings with an invalid value or timestamp are also dropped").waitFor();
      expect(await page.getByText(dropped).count()).toBe(0);
    });
  });

  test("keep rejected readings of a new device for a while, unless a person sets another mode", async () => {
    const { uuid } = await createDevice("Sluice");
    const stored = async () => (await at.owner.do("GET", `./devices/${uuid}`)).quarantine_mode;
    await at.visit(async (page) => {
      await atSettings(page, uuid);
      const keep = page.getByLabel("Keep rejected readings");
      expect(await keep.chosenOption()).toBe("Automatic");
      await page.getByText("none is rejected, this changes to Never").waitFor();
      await keep.selectOption("Never");
      await page.getByText("the reading is not kept").waitFor();
      await page.getByRole("button", { name: "Save changes" }).click();
      await waitUntil("it is saved", async () => (await stored()) === "off");
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await page.getByText("Undone.").waitFor();
      expect(await keep.inputValue()).toBe("automatic");
    });
    expect(await stored()).toBe("automatic");
  });

  test("of a sensor ask in place of the form, keep the typed text, and can be undone", async () => {
    const { uuid } = await createDevice("Well");
    const sensor = () => at.owner.do("GET", `./devices/${uuid}/sensors/temperature`);
    await at.visit(async (page) => {
      await page.goto(`/devices/${uuid}/sensors`);
      await page.getByRole("button", { name: "Temperature", exact: true }).click();
      const form = page.getByRole("dialog", { name: "Edit Temperature" });
      await form.getByLabel("Unit").fill("°C");
      await page.keyboard.press("Escape");
      const question = questionOf(page);
      await question.getByText("Unsaved changes: unit.").waitFor();
      expect(await form.count()).toBe(0);
      await question.getByRole("button", { name: "Keep editing" }).click();
      expect(await form.getByLabel("Unit").inputValue()).toBe("°C");
      await form.getByLabel("Keep readings").selectOption({ label: "Forever" });
      await form.getByRole("button", { name: "Save" }).click();
      await form.waitFor({ state: "detached" });
      expect(await sensor()).toMatchObject({ unit: "°C" });
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await page.getByText("Undone.").waitFor();
    });
    expect(await sensor()).toMatchObject({ unit: null });
    expect(await at.owner.do("GET", `./devices/${uuid}/sensors/temperature/retention`)).toMatchObject({
      own: "account",
    });
  });

  test("do not ask about unsaved text of a deleted device, nor for the device", async () => {
    const { uuid } = await createDevice("Old shed");
    await at.visit(async (page) => {
      await atSettings(page, uuid);
      await page.getByLabel("Name").fill("Older shed");
      await page.getByRole("button", { name: "Delete device…" }).click();
      const confirm = page.getByRole("dialog", { name: "Delete Old shed?" });
      await confirm.getByLabel("Type “Old shed” to confirm").fill("Old shed");
      await confirm.getByRole("button", { name: "Delete device" }).click();
      await page.getByRole("heading", { name: "Devices", level: 1 }).waitFor();
      expect(await questionOf(page).count()).toBe(0);
    });
  });

  test("of a new device ask when they are left half filled in, and not once it is created", async () => {
    await at.visit(async (page) => {
      await page.goto("/devices/new");
      await page.getByLabel("Name", { exact: true }).fill("Kiln");
      await page.getByLabel("Name of sensor 1").fill("Heat");
      await page.getByRole("link", { name: "Cancel" }).click();
      const question = questionOf(page);
      await question.getByText("Unsaved changes: name and sensors.").waitFor();
      await question.getByRole("button", { name: "Keep editing" }).click();
      await page.getByRole("button", { name: "Create device" }).click();
      await page.getByRole("link", { name: "Open the device" }).click();
      await page.getByRole("link", { name: "Credentials" }).waitFor();
      expect(await questionOf(page).count()).toBe(0);
    });
  });
});

function questionOf(page: Page): Locator {
  return page.getByRole("dialog", { name: "Leave without saving?" });
}
