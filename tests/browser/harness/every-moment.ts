import type { Page } from "playwright-core";
import type { SeededWorld } from "../world/seed-world.ts";
import { follow, open, type Place, untilLoaded } from "./every-page.ts";

/** A place with something open on it, such as a dialog. */
export interface Moment extends Place {
  /** Whether it continues from the moment before, without loading the page again. */
  readonly goesOn?: true;
  /** Whether only the opened part is checked, and not the page around it on a phone. */
  readonly isBrief?: true;
  /** Whether the opened part stays open when a link is followed. */
  readonly isKept?: true;
  act(page: Page): Promise<void>;
}

/** The last moment of each page. */
const lastMoments = new WeakMap<Page, Moment>();

/** Opens a moment. The opened part covers the page behind it, so the heading of that page is not waited for. */
export async function openMoment(page: Page, moment: Moment): Promise<void> {
  if (!moment.goesOn) await (isLeftByLink(page, moment) ? follow : open)(page, moment);
  lastMoments.set(page, moment);
  await moment.act(page);
  await untilLoaded(page);
}

/** Whether a link can lead to the next moment, which takes half as long as loading the page. */
function isLeftByLink(page: Page, { path }: Moment): boolean {
  const last = lastMoments.get(page);
  return last !== undefined && !last.isKept && new URL(page.url()).pathname !== path;
}

/** Dialogs, panels and similar parts in the seeded world, for a person who may do everything. */
export function everyMoment({ devices, chains, boards, troubledRequest }: SeededWorld): readonly Moment[] {
  const greenhouse = `/devices/${devices.get("Greenhouse 3")!.uuid}`;
  const draft = `/chains/${chains.get("Deadband")!}`;
  const panel = (name: string, nth: number): Moment => ({
    name: `chain-editor-${name.toLowerCase().replace(" ", "-")}`,
    path: draft,
    ...(nth > 0 ? { goesOn: true } : {}),
    act: async (page) => {
      await page.getByRole("tab", { name }).click();
      await page.getByRole("tabpanel").waitFor();
    },
  });
  return [
    kept(
      at("palette", "/devices", async (page) => {
        await page.keyboard.press("Control+k");
        await page.getByRole("dialog", { name: "Go to" }).waitFor();
      }),
    ),
    kept(
      at("shortcuts", "/devices", async (page) => {
        await page.keyboard.press("?");
        await dialog(page, "Keyboard shortcuts");
      }),
    ),
    at("devices-selected", "/devices", async (page) => {
      await page.getByRole("checkbox", { name: "Select Cold room 1" }).click();
      await page.getByRole("checkbox", { name: "Select Cold room 2" }).click();
      await page.getByRole("region", { name: "Selected devices" }).waitFor();
    }),
    then("devices-move", async (page) => {
      await page.getByRole("button", { name: "Move" }).click();
      await dialog(page, /^Move 2 devices/);
    }),
    at("board-versions", `/boards/${boards.get("Cold chain")!}`, async (page) => {
      await press(page, "Actions for Cold chain");
      await page.getByRole("menuitem", { name: "Versions…" }).click();
      await dialog(page, "Versions of Cold chain");
    }),
    at("board-share-new", `/boards/${boards.get("Any greenhouse")!}`, async (page) => {
      await press(page, "Actions for Any greenhouse");
      await page.getByRole("menuitem", { name: "Share…" }).click();
      await page.getByRole("button", { name: "New link…" }).click();
      await dialog(page, "New share link for Any greenhouse");
    }),
    at("board-chart", `/boards/${boards.get("Any greenhouse")!}?edit=true`, async (page) => {
      await press(page, "Edit Temperature, Humidity");
      await dialog(page, "Edit chart tile");
    }),
    at("devices-tags", "/devices", async (page) => {
      await page.getByRole("checkbox", { name: "Select Cold room 1" }).click();
      await press(page, "Tags");
      await page.getByRole("button", { name: "Add attribute" }).click();
      await dialog(page, /^Tags and attributes of 1 device/);
    }),
    at("provisioning-firmware", "/devices/provisioning", async (page) => {
      await press(page, "Firmware Field 2026");
      await dialog(page, /^Firmware code for/);
    }),
    at("token", `${greenhouse}/credentials`, async (page) => {
      await press(page, "Show Token");
      await dialog(page, "Access token");
    }),
    then("token-regenerate", async (page) => {
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Regenerate/ })
        .click();
      await dialog(page, /^Regenerate the token/);
    }),
    at("sensor-add", `${greenhouse}/sensors`, async (page) => {
      await press(page, "Add sensor");
      await dialog(page, "Add a sensor");
    }),
    at("devices-saved-filters", "/devices?status=offline", async (page) => {
      await page.getByRole("button", { name: "Saved filters" }).click();
      await page.getByText("No saved filters yet.").waitFor();
    }),
    then("devices-save-filter", async (page) => {
      await page.getByRole("button", { name: "Save this filter" }).click();
      await dialog(page, "Save this filter");
    }),
    at("devices-import-preview", "/devices/import", async (page) => {
      const buffer = Buffer.from("name,sensors,tags\nPump 1,flow;flow,\nGreenhouse 3,flow,wet\n");
      await page.getByLabel("CSV file").setInputFiles({ name: "devices.csv", mimeType: "text/csv", buffer });
      await page.getByText("A device called").waitFor();
    }),
    at("device-duplicate", `${greenhouse}/settings`, async (page) => {
      await press(page, "Duplicate…");
      await dialog(page, /^Duplicate Greenhouse 3/);
    }),
    at("device-delete", `${greenhouse}/settings`, async (page) => {
      await press(page, "Delete device…");
      await dialog(page, /^Delete Greenhouse 3/);
    }),
    at("chart-sensors", `${greenhouse}/charts`, async (page) => {
      await press(page, "Sensors");
      await page.getByLabel("Search sensors and devices").fill("freezer");
      await page.getByRole("button", { name: "Freezer 2" }).click();
      await page.getByRole("button", { name: /^Temperature/ }).waitFor();
    }),
    at("chart-range", `${greenhouse}/charts`, async (page) => {
      await press(page, "Custom");
      await page.getByLabel("From", { exact: true }).waitFor();
    }),
    at("chart-options", `${greenhouse}/charts`, async (page) => {
      await press(page, "Options");
      await page.getByLabel("Each point shows").waitFor();
    }),
    at("chart-saved", `${greenhouse}/charts`, async (page) => {
      await press(page, "Saved");
      await page.getByRole("button", { name: "Save this chart…" }).click();
      await dialog(page, "Save this chart");
    }),
    at("chart-derived", `${greenhouse}/charts`, async (page) => {
      await press(page, "Sensors");
      await page.getByRole("button", { name: "Add derived series…" }).click();
      await page.getByLabel("Expression", { exact: true }).fill("a +");
      await page.getByText("ends too early").waitFor();
    }),
    at("chart-annotate", `${greenhouse}/charts`, async (page) => {
      await press(page, "More chart tools");
      await page.getByRole("menuitem", { name: "Add annotation…" }).click();
      await dialog(page, "Add annotation");
    }),
    at("chart-readings", `${greenhouse}/charts`, async (page) => {
      await press(page, "Show readings of Temperature");
      await page.getByRole("table", { name: "Readings of Temperature" }).getByRole("checkbox").nth(1).click();
      await press(page, "Delete 1 selected…");
      await dialog(page, "Delete readings of Temperature?");
    }),
    at("import-columns", `${greenhouse}/import`, async (page) => {
      const text =
        "time,sensor,value,site\n2024-01-31 12:00,temperature,soon,north\n2024-01-31 12:01,temperature,21.5,north\n";
      const file = { name: "greenhouse.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
      await page.locator("input[type=file]").setInputFiles(file);
      await page.getByLabel("Use site as").selectOption("Metadata");
      await page.getByRole("table", { name: "First readings" }).getByText("north").waitFor();
    }),
    then("import-finished", async (page) => {
      await press(page, "Start import");
      await page.getByRole("table", { name: "Rejected lines" }).waitFor();
    }),
    at("chain-new", "/chains", async (page) => {
      await press(page, "New chain");
      await dialog(page, "New chain");
    }),
    at("chain-assign", "/chains", async (page) => {
      await press(page, "Actions for Freezer alarm");
      await page.getByRole("menuitem", { name: "Assign…" }).click();
      await dialog(page, "Assign Freezer alarm");
    }),
    at("undo", "/chains", async (page) => {
      await press(page, "Actions for Door watch");
      await page.getByRole("menuitem", { name: "Rename…" }).click();
      const renaming = page.getByRole("dialog", { name: "Rename Door watch" });
      await renaming.getByRole("textbox").fill("Door watch, by night");
      await renaming.getByRole("button", { name: "Rename" }).click();
      await page.getByRole("button", { name: "Undo" }).waitFor();
    }),
    at("chain-publish", draft, async (page) => {
      await press(page, "Publish…");
      await dialog(page, "Publish Deadband");
    }),
    // Before a node is selected, because on a phone its settings cover everything else.
    ...["Problems", "Dry run", "Trace", "Replay"].map(panel),
    at("chain-editor-node", draft, async (page) => {
      await page.locator(".react-flow__node").filter({ hasText: "Worth keeping" }).click();
      await page.getByRole("button", { name: "Delete this node" }).waitFor();
    }),
    at("chain-dry-run", `/chains/${chains.get("Freezer alarm")!}?panel=dry-run`, async (page) => {
      await page.getByLabel("Value").fill("-10 -9 -8 -20");
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByRole("region", { name: "Summary" }).waitFor();
    }),
    at("chain-roll-back", `${draft}/versions`, async (page) => {
      await press(page, "Roll back…");
      await dialog(page, /^Roll back/);
    }),
    at("dead-letter", "/system/dead-letters", async (page) => {
      await page
        .getByRole("main")
        .getByRole("button", { name: /calibration/ })
        .first()
        .click();
      await dialog(page, "Dead letter");
    }),
    at("message", "/system/outbox", async (page) => {
      await page
        .getByRole("main")
        .getByRole("button", { name: /^Webhook/ })
        .first()
        .click();
      await dialog(page, /^Webhook to/);
    }),
    at("alarm-clear", "/alarms", async (page) => {
      await page.getByRole("main").getByRole("button", { name: "Clear", exact: true }).first().click();
      await dialog(page, /^Clear/);
    }),
    at("activity-create-sensor", `/activity/${troubledRequest}`, async (page) => {
      await press(page, "Create sensor “Temp”");
      await dialog(page, "Create sensor");
    }),
    at("activity-store-as", `/activity/${troubledRequest}`, async (page) => {
      await press(page, "Store as…: “Temp”");
      await dialog(page, "Store “Temp” as…");
    }),
    at("audit-entry", "/system/audit", async (page) => {
      const entry = page.getByRole("list", { name: "Audit log" }).getByRole("listitem").first();
      await entry.getByRole("button").first().click();
      await entry.locator("[aria-expanded=true]").waitFor();
    }),
    at("account-delete", "/settings", async (page) => {
      await press(page, "Delete account");
      await dialog(page, /^Delete/);
    }),
    at("member-invite", "/settings/members", async (page) => {
      await press(page, "Invite member");
      await dialog(page, /^Invite/);
    }),
    at("api-key-new", "/settings/api-keys", async (page) => {
      await press(page, "Create key");
      await dialog(page, "Create API key");
    }),
    then("api-key-shown", async (page) => {
      const creating = page.getByRole("dialog", { name: "Create API key" });
      await creating.getByLabel("Name").fill("A visitor");
      await creating.getByRole("checkbox").first().click();
      await creating.getByRole("button", { name: /^Create/ }).click();
      await page
        .getByRole("dialog")
        .getByText(/^w\w+_/)
        .waitFor();
    }),
    at("notification-rule", "/alarms/notifications", async (page) => {
      await press(page, "Edit Critical at night");
      await dialog(page, "Edit Critical at night");
    }),
    at("group-delete", "/devices/groups", async (page) => {
      await press(page, "Delete Workshop");
      await dialog(page, /Workshop/);
    }),
  ];
}

export function at(name: string, path: string, act: Moment["act"]): Moment {
  return { name, path, act };
}

export function kept(moment: Moment): Moment {
  return { ...moment, isKept: true };
}

/** A moment that continues from the one before. */
export function then(name: string, act: Moment["act"]): Moment {
  return { name, path: "", goesOn: true, act };
}

export function press(page: Page, name: string): Promise<void> {
  return page.getByRole("main").getByRole("button", { name, exact: true }).click();
}

export function dialog(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole("dialog", { name }).waitFor();
}
