import { useSyncExternalStore } from "react";
import { useSession } from "../session.tsx";

/**
 * Whether this browser notifies a person of alarms while no tab of Weir is visible. The person chooses this for each
 * browser, and the browser may refuse it.
 *
 * - `insecure`: the page came over plain HTTP from another machine, where browsers allow no notifications.
 * - `unsupported`: the browser cannot show notifications of an open page.
 * - `denied`: notifications are blocked for this site, by the person or by the browser's administrator.
 * - `off`, `on`: the person's choice.
 */
export type NotificationState = "insecure" | "unsupported" | "denied" | "off" | "on";

const watchers = new Set<() => void>();
/** Browsers on phones have the constructor but refuse to use it. Only trying it shows this. */
let isRefused = false;
/**
 * The last known permission; undefined until the browser has answered. `Notification.permission` would make the page
 * wait for another process (30 to 60 ms), so that is not read while a page is drawn.
 */
let known: NotificationPermission | PermissionState | undefined;

export function useNotificationState(): NotificationState {
  const { user } = useSession();
  return useSyncExternalStore(watch, () => stateFor(user.uuid));
}

function stateFor(person: string): NotificationState {
  if (!isSecureContext) return "insecure";
  if (isRefused || !("Notification" in window) || !("locks" in navigator)) return "unsupported";
  if (known === "denied") return "denied";
  return known === "granted" && localStorage.getItem(keyOf(person)) === "on" ? "on" : "off";
}

/** Must be called on a click, because browsers only then ask the person. */
export async function turnOnNotifications(person: string): Promise<NotificationState> {
  const permission = await Notification.requestPermission();
  known = permission;
  if (permission === "granted" && isShown()) localStorage.setItem(keyOf(person), "on");
  announce();
  return stateFor(person);
}

export function turnOffNotifications(person: string): void {
  localStorage.removeItem(keyOf(person));
  announce();
}

/** The first notification says that notifications are on, and shows whether the browser and the system allow them. */
function isShown(): boolean {
  try {
    new Notification("Alarm notifications are on", {
      body: "Weir notifies you of new alarms while its tab is in the background.",
      tag: "weir-on",
    });
    return true;
  } catch {
    isRefused = true;
    return false;
  }
}

function keyOf(person: string): string {
  return `weir.notifications.${person}`;
}

function announce(): void {
  for (const act of watchers) act();
}

/** Also updates when another tab changes the setting, and when the person changes the settings of the browser. */
function watch(act: () => void): () => void {
  watchers.add(act);
  addEventListener("storage", act);
  const stopped = new AbortController();
  void watchPermission(stopped.signal);
  return () => {
    watchers.delete(act);
    removeEventListener("storage", act);
    stopped.abort();
  };
}

async function watchPermission(signal: AbortSignal): Promise<void> {
  const permission = await askPermission();
  if (signal.aborted) return;
  const note = () => {
    known = permission === null ? globalThis.Notification?.permission : permission.state;
    announce();
  };
  permission?.addEventListener("change", note, { signal });
  note();
}

/** Null in browsers that do not report the permission this way. */
async function askPermission(): Promise<PermissionStatus | null> {
  try {
    return await navigator.permissions.query({ name: "notifications" });
  } catch {
    return null;
  }
}
