import type { SeededWorld } from "../world/seed-world.ts";
import { at, dialog, kept, type Moment, press } from "./every-moment.ts";

/** The kinds of tiles by their names in the menu, without charts, whose dialog is one of the moments of every run. */
const tileKinds = [
  "Value",
  "Gauge",
  "Value list",
  "Table",
  "Log",
  "Alarms",
  "Status",
  "Text",
  "Map",
  "Image",
];

/** Dialogs and menus that only the long proofs look at, because they consist of the parts of those that every run opens. */
export function furtherDialogs({ devices, boards, alarm }: SeededWorld): readonly Moment[] {
  const greenhouse = `/devices/${devices.get("Greenhouse 3")!.uuid}`;
  const board = `/boards/${boards.get("Any greenhouse")!}?edit=true`;
  return [
    ofPage("alert-me", greenhouse, ["Alert me about Temperature"], /^Alert me about/),
    ofPage("alert-rule-new", "/alarms/rules", ["New alert rule"], "New alert rule"),
    ofMenu("alert-rule-edit", "/alarms/rules", ["Actions for Sensor silent", "Edit"], "Edit alert rule"),
    ofMenu(
      "alert-rule-mute",
      "/alarms/rules",
      ["Actions for Sensor silent", "Mute on a schedule"],
      /^Mute “Sensor silent”/,
    ),
    at("alarm-snooze", `/alarms/${alarm}`, async (page) => {
      await press(page, "Snooze");
      await page.getByRole("menuitem").first().waitFor();
    }),
    ofPage("channel-new", "/alarms/notifications", ["New account channel"], "New account channel"),
    ofPage("channel-new-own", "/alarms/notifications", ["New personal channel"], "New personal channel"),
    ofPage("channel-edit", "/alarms/notifications", ["Edit Night shift"], "Edit Night shift"),
    ofPage(
      "notification-rule-new",
      "/alarms/notifications",
      ["New notification rule"],
      "New notification rule",
    ),
    ofPage("secret-new", "/settings/secrets", ["New secret"], "New secret"),
    ofPage("home-board", "/", ["Choose board"], "Choose board"),
    ofPage("board-new", "/boards", ["New board"], "New board"),
    kept(ofPage("board-settings", board, ["Board settings"], "Board settings")),
    ...tileKinds.map((kind) => kept(ofTile(kind, board))),
    ofMenu(
      "chart-add-to-board",
      `${greenhouse}/charts`,
      ["More chart tools", "Add to board…"],
      "Add chart to board",
    ),
    ofMenu("chart-export", `${greenhouse}/charts`, ["More chart tools", "Export…"], /^Export/),
    at("charts-import", "/charts", async (page) => {
      await press(page, "Import readings…");
      await page.getByRole("combobox", { name: "Device" }).waitFor();
    }),
    ofPage("sensor-type-edit", "/devices/sensor-types", ["Edit door"], "Edit sensor type"),
    ofPage("group-edit", "/devices/groups", ["Edit Workshop"], "Edit group"),
    ofPage("template-from-device", `${greenhouse}/settings`, ["Apply template…"], /template/i),
    ofPage("provisioning-key-new", "/devices/provisioning", ["New key"], "New provisioning key"),
    ofPage("claim-codes-new", "/devices/provisioning", ["New codes Farm shop"], /^New claim codes/),
    ofPage("device-claim", "/devices/provisioning", ["Claim a device"], "Claim a device"),
    ofPage("sensor-edit", `${greenhouse}/sensors`, ["Edit Temperature"], "Edit Temperature"),
    at("devices-columns", "/devices", async (page) => {
      await press(page, "Columns");
      await page.getByLabel("Other sensor").waitFor();
    }),
    ofSelection("devices-chain", "Assign rule chain…", /^Assign a rule chain to 1 device/),
    ofSelection("devices-template", "Apply template…", /^Apply a template to 1 device/),
  ];
}

/** A dialog that opens when buttons of a page are pressed, one after the other. */
function ofPage(name: string, path: string, buttons: readonly string[], title: string | RegExp): Moment {
  return at(name, path, async (page) => {
    for (const button of buttons) await press(page, button);
    await dialog(page, title);
  });
}

function ofMenu(
  name: string,
  path: string,
  [button, entry]: readonly [string, string],
  title: string | RegExp,
): Moment {
  return at(name, path, async (page) => {
    await press(page, button);
    await page.getByRole("menuitem", { name: entry }).click();
    await dialog(page, title);
  });
}

/** The dialog of a new tile with everything unfolded. */
function ofTile(kind: string, board: string): Moment {
  return at(`tile-${kind.toLowerCase().replace(" ", "-")}`, board, async (page) => {
    await press(page, "Add tile");
    await page.getByRole("menuitem", { name: kind, exact: true }).click();
    await dialog(page, /^Add an? .* tile$/);
    const folded = page.getByRole("dialog").locator("details:not([open]) > summary");
    for (const summary of await folded.all()) await summary.click();
  });
}

/** A dialog about the selected devices. */
function ofSelection(name: string, entry: string, title: RegExp): Moment {
  return at(name, "/devices", async (page) => {
    await page.getByRole("checkbox", { name: "Select Cold room 1" }).click();
    const bar = page.getByRole("region", { name: "Selected devices" });
    await bar.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: entry }).click();
    await dialog(page, title);
  });
}
