import type { Locator, Page } from "playwright-core";
import { untilLive } from "./until-live.ts";

export interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
}

/** Runs in the page. Records the notifications that the page shows, and when it asks for permission. */
export const noteNotifications = `
globalThis.shown = [];
globalThis.asked = 0;
globalThis.Notification = class extends Notification {
  constructor(title, options) {
    super(title, options);
    shown.push({ title, ...options, click: () => this.onclick?.() });
  }
  static requestPermission() {
    asked++;
    return super.requestPermission();
  }
};
`;

/** Grants permission from the start, as if the person had allowed it earlier. */
export async function allowNotifications(page: Page, origin: string): Promise<void> {
  await page.context().grantPermissions(["notifications"], { origin });
  await page.addInitScript({ content: noteNotifications });
}

/** Turns notifications on, on the profile page. */
export async function turnOnNotifications(page: Page, origin: string): Promise<void> {
  await allowNotifications(page, origin);
  await page.goto("/settings/profile");
  await untilLive(page);
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await page.getByText("On in this browser").waitFor();
}

export async function shownNotifications(page: Page): Promise<readonly ShownNotification[]> {
  const shown = await page.evaluate("shown.map(({ title, body, tag }) => ({ title, body, tag }))");
  return shown as ShownNotification[];
}

export function toasts(page: Page): Locator {
  return page.getByRole("region", { name: "Notifications" }).locator("[role=dialog], [role=alertdialog]");
}

/** A text in a toast. */
export function toast(page: Page, text: string): Locator {
  return page.getByRole("region", { name: "Notifications" }).getByText(text);
}
