import type { Page } from "playwright-core";
import type { SeededWorld } from "../world/seed-world.ts";
import { kept, type Moment } from "./every-moment.ts";
import { openedParts } from "./every-page.ts";

/** A dialog or menu that is opened from a page, by a button of this name or in another way. */
type Opened = readonly [name: string, by: string | RegExp | ((page: Page) => Promise<void>)];

/**
 * The small dialogs, menus and lists, of which only the content needs a check. They are opened one after another on
 * their page. Nothing is confirmed.
 */
export function everyQuestion({ devices, boards, alarm }: SeededWorld): readonly Moment[] {
  const greenhouse = `/devices/${devices.get("Greenhouse 3")!.uuid}`;
  const coldRoom = `/devices/${devices.get("Cold room 1")!.uuid}`;
  return [
    ...on(
      "/settings/secrets",
      ["secret-new", "New secret"],
      ["secret-value", "New value broker-password"],
      ["secret-remove", "Remove broker-password"],
      ["secret-shown", "Show broker-password"],
    ),
    ...on("/", ["account-menu", menuButton(/riverside/)]).map(kept),
    ...on(
      "/devices",
      ["devices-delete", inSelection("Select Cold room 1", "Delete")],
      ["devices-chain", inSelectionMenu("Assign rule chain…")],
      ["devices-template", inSelectionMenu("Apply template…")],
    ),
    ...on(
      "/devices/provisioning",
      ["provisioning-key-new", "New key"],
      ["provisioning-key-revoke", "Revoke Field 2026"],
      ["claim-codes-new", "New codes Farm shop"],
      ["device-claim", "Claim a device"],
    ),
    ...on(greenhouse, ["alert-me", /^Alert me about/]),
    ...on(`${greenhouse}/sensors`, ["sensor-edit", /^Edit /], ["sensor-remove", /^Remove…/]),
    ...on(
      `${greenhouse}/charts`,
      ["chart-export", inMenu("More chart tools", "Export…")],
      ["battery-export", "Export battery history"],
    ),
    ...on(`${greenhouse}/settings`, ["device-unsaved", leavingUnsaved]).map(kept),
    ...on(`${greenhouse}/settings`, ["template-apply", "Apply template…"]),
    ...on(`${coldRoom}/settings`, ["template-make", "Create template from this device…"]),
    ...on("/devices/templates", ["template-delete", /^Delete /]),
    ...on(
      "/boards",
      ["board-new", "New board"],
      ["board-actions", menuButton("Actions for Cold chain")],
      ["board-rename", inMenu("Actions for Cold chain", "Rename…")],
      ["board-share", inMenu("Actions for Cold chain", "Share…")],
      ["board-delete", inMenu("Actions for Cold chain", "Delete…")],
    ),
    ...on(
      `/boards/${boards.get("For the summer")!}?edit=true`,
      ["board-settings", "Board settings"],
      ["tile-kinds", menuButton("Add tile")],
      ["tile-value", inMenu("Add tile", "Value")],
      ["tile-gauge", inMenu("Add tile", "Gauge")],
      ["tile-table", inMenu("Add tile", "Table")],
      ["tile-alarms", inMenu("Add tile", "Alarms")],
      ["tile-values", inMenu("Add tile", "Value list")],
      ["tile-log", inMenu("Add tile", "Log")],
      ["tile-status", inMenu("Add tile", "Status")],
      ["tile-image", inMenu("Add tile", "Image")],
      ["tile-text", inMenu("Add tile", "Text")],
    ),
    ...on(
      "/chains",
      ["chain-actions", menuButton("Actions for Freezer alarm")],
      ["chain-rename", inMenu("Actions for Freezer alarm", "Rename…")],
      ["chain-users", (page) => page.locator('button[title*="Freezer alarm"]').first().click()],
      ["chain-delete", inMenu("Actions for Door watch", "Delete…")],
    ),
    ...on(
      `/alarms/${alarm}`,
      ["alarm-snooze", menuButton("Snooze")],
      ["alarm-snooze-until", inMenu("Snooze", "Custom…")],
    ),
    ...on(
      "/alarms/rules",
      ["alert-rule-new", "New alert rule"],
      ["alert-rule-mute", inMenu("Actions for Sensor silent", "Mute on a schedule")],
    ),
    ...on("/system/dead-letters", [
      "dead-letters-discard",
      inSelection(/^(Choose|Select) (?!all)/, /^Discard/),
    ]),
    ...on("/activity/quarantine", ["quarantine-discard", inSelection(/^(Choose|Select) (?!all)/, "Discard")]),
    ...on("/settings", ["account-new", "New account"], ["account-leave", "Leave account"]),
    ...on(
      "/settings/members",
      ["member-remove", /^Remove Cleo Marsh/],
      [
        "member-role",
        (page) =>
          page
            .getByLabel("Role of Ada Lindqvist")
            .selectOption("Viewer")
            .then(() => undefined),
      ],
      ["invitation-revoke", /^Revoke the invitation/],
    ),
    ...on("/settings/api-keys", ["api-key-revoke", "Revoke Grafana"]),
    ...on(
      "/alarms/notifications",
      ["channel-new", "New account channel"],
      ["channel-edit", "Edit Night shift"],
      ["notification-rule-new", "New notification rule"],
    ),
    ...on("/devices/groups", ["group-new", "New group"], ["group-edit", /^Edit /]),
    ...on("/devices/sensor-types", ["sensor-type-new", "New sensor type"], ["sensor-type-edit", /^Edit /]),
    ...on("/settings/retention", ["retention-shorter", shorterRetention]),
    ...on(
      "/settings/profile",
      ["time-zones", inList("Show all time zones")],
      ["sessions-others", "Sign out all others"],
      ["session-end", /^Sign out the session/],
      ["sign-out-everywhere", "Sign out everywhere"],
    ),
  ];
}

function on(path: string, ...opened: readonly Opened[]): readonly Moment[] {
  return opened.map(
    ([name, by], nth): Moment => ({
      name,
      path,
      isBrief: true,
      ...(nth > 0 ? { goesOn: true } : {}),
      act: async (page) => {
        if (nth > 0) await close(page);
        if (typeof by === "function") await by(page);
        else await page.getByRole("main").getByRole("button", { name: by, exact: true }).first().click();
        await page.locator(openedParts).first().waitFor();
      },
    }),
  );
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.locator(openedParts).first().waitFor({ state: "detached" });
}

function menuButton(name: string | RegExp) {
  return (page: Page) => page.getByRole("button", { name }).first().click();
}

function inMenu(menu: string, entry: string) {
  return async (page: Page) => {
    await page.getByRole("button", { name: menu }).click();
    await page.getByRole("menuitem", { name: entry, exact: true }).click();
    // A toast of an earlier question is a dialog too, which lets people go on.
    await page.locator('[role="dialog"]:not([aria-modal="false"])').waitFor();
  };
}

function inSelection(box: string | RegExp, button: string | RegExp) {
  return async (page: Page) => {
    await page.getByRole("main").getByRole("checkbox", { name: box }).first().click();
    await page.getByRole("region").getByRole("button", { name: button }).click();
  };
}

/** Of devices that are selected. */
function inSelectionMenu(entry: string) {
  return async (page: Page) => {
    await page.getByRole("region").getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: entry }).click();
    await page.getByRole("dialog").waitFor();
  };
}

function inList(button: string) {
  return (page: Page) => page.getByRole("button", { name: button }).click();
}

async function leavingUnsaved(page: Page): Promise<void> {
  await page.getByRole("main").getByLabel("Name", { exact: true }).fill("Another name");
  await page.getByRole("link", { name: "Overview" }).click();
}

async function shorterRetention(page: Page): Promise<void> {
  await page.getByLabel("Keep readings").selectOption("7 days");
  await page.getByRole("main").getByRole("button", { name: "Save" }).click();
}
