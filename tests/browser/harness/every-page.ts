import type { Page } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";
import type { SeededWorld } from "../world/seed-world.ts";
import { untilQuiet } from "./pending-requests.ts";

export interface Place {
  /** For file names and messages. */
  readonly name: string;
  readonly path: string;
  /** Whether nobody is signed in. */
  readonly isOutside?: true;
}

/** Every page in the seeded world. */
export function everyPage({
  devices,
  chains,
  boards,
  template,
  sharedBoard,
  troubledRequest,
  alarm,
  invitation,
}: SeededWorld): readonly Place[] {
  const greenhouse = `/devices/${devices.get("Greenhouse 3")!.uuid}`;
  const unseen = `/devices/${devices.get("Greenhouse 12")!.uuid}`;
  const unsaved = `/devices/${devices.get("Cold room 3")!.uuid}`;
  const twoDevices = ["Greenhouse 3", "Greenhouse 4"]
    .map((name) => `${devices.get(name)!.uuid}~temperature`)
    .join(",");
  const pumps = `/chains/${chains.get("Pump efficiency")!}`;
  return [
    outside("sign-in", "/"),
    outside("setup", "/setup#not-a-secret"),
    outside("forgot-password", "/forgot-password"),
    outside("reset-password", "/reset-password#not-a-secret"),
    outside("invitation", `/invitation#${invitation}`),
    outside("verify-email", "/verify-email#not-a-secret"),
    outside("confirm-email", "/confirm-email#not-a-secret"),
    outside("mail-recipient", "/mail-recipient"),
    outside("shared-board", `/shared#${sharedBoard}`),
    outside("shared-nothing", "/shared"),
    inside("home", "/"),
    inside("boards", "/boards"),
    inside("board", `/boards/${boards.get("Cold chain")!}`),
    inside("board-edit", `/boards/${boards.get("Any greenhouse")!}?edit=true`),
    inside("devices", "/devices"),
    inside("device-new", "/devices/new"),
    inside("devices-import", "/devices/import"),
    inside("provisioning", "/devices/provisioning"),
    inside("device-overview", greenhouse),
    inside("device-latest", `${greenhouse}/latest`),
    inside("device-charts", `${greenhouse}/charts`),
    inside("device-sensors", `${greenhouse}/sensors`),
    inside("device-credentials", `${greenhouse}/credentials`),
    inside("device-activity", `${greenhouse}/activity`),
    inside("device-import", `${greenhouse}/import`),
    inside("device-settings", `${greenhouse}/settings`),
    inside("device-start", `${unseen}/start`),
    inside("device-never-seen", unseen),
    inside("device-nothing-saved", unsaved),
    inside("charts", "/charts"),
    inside("charts-two-devices", `/charts?${new URLSearchParams({ sensors: twoDevices })}`),
    inside("chains", "/chains"),
    inside("chain-editor", `/chains/${chains.get("Freezer alarm")!}`),
    inside("chain-editor-failing", pumps),
    inside("chain-editor-draft", `/chains/${chains.get("Deadband")!}`),
    inside("chain-versions", `/chains/${chains.get("Deadband")!}/versions`),
    inside("alarms", "/alarms"),
    inside("alarm", `/alarms/${alarm}`),
    inside("alert-rules", "/alarms/rules"),
    inside("activity", "/activity"),
    inside("request", `/activity/${troubledRequest}`),
    inside("quarantine", "/activity/quarantine"),
    inside("settings-account", "/settings"),
    inside("settings-profile", "/settings/profile"),
    inside("settings-members", "/settings/members"),
    inside("settings-api-keys", "/settings/api-keys"),
    inside("notifications", "/alarms/notifications"),
    inside("groups", "/devices/groups"),
    inside("templates", "/devices/templates"),
    inside("template-new", "/devices/templates/new"),
    inside("template", `/devices/templates/${template}`),
    inside("sensor-types", "/devices/sensor-types"),
    inside("settings-retention", "/settings/retention"),
    inside("settings-secrets", "/settings/secrets"),
    inside("settings-mail", "/settings/mail"),
    inside("system", "/system"),
    inside("outbox", "/system/outbox"),
    inside("dead-letters", "/system/dead-letters"),
    inside("limits", "/system/limits"),
    inside("audit", "/system/audit"),
    inside("cluster", "/system/cluster"),
    inside("not-found", "/nothing/here"),
  ];
}

/** Selects dialogs, menus and lists of choices, which may lie on top of each other. */
export const openedParts = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/** Opens the page and waits until it shows its content. */
export async function open(page: Page, { path }: Place): Promise<void> {
  // If only the part after the # differs, the browser does not load the page again unless it comes from an empty page.
  // An empty page needs a new process, which costs more than the page itself.
  if (path.includes("#")) await page.goto("about:blank");
  await page.goto(path);
  await untilShown(page);
}

/** Opens the page as a link of the dashboard does, without loading what is already loaded. */
export async function follow(page: Page, place: Place): Promise<void> {
  if (!page.url().startsWith("http")) return open(page, place);
  const path = JSON.stringify(place.path);
  await page.evaluate(`history.pushState(null, "", ${path})`);
  const isThere = `(({ status, resolvedLocation }) => status === "idle" && resolvedLocation.href === ${path})(__TSR_ROUTER__.state)`;
  await waitUntil(`${place.name} is shown`, async () => (await page.evaluate(isThere)) as boolean);
  await untilShown(page);
}

/** Waits for a heading and for the rest of the page. */
export async function untilShown(page: Page): Promise<void> {
  await page.getByRole("heading").first().waitFor();
  await untilLoaded(page);
}

/** Waits until all requests are answered and nothing is loading. */
export async function untilLoaded(page: Page): Promise<void> {
  await untilQuiet(page);
  await page.locator(".animate-spin").first().waitFor({ state: "detached" });
  await page.getByRole("status").filter({ hasText: "…" }).first().waitFor({ state: "detached" });
}

function inside(name: string, path: string): Place {
  return { name, path };
}

function outside(name: string, path: string): Place {
  return { name, path, isOutside: true };
}
