import { dashboardPolicy, trustedTypes } from "@weir/protocol/trusted-types";

const workerPath = "/push-worker.js";
const workers = trustedTypes?.createPolicy(dashboardPolicy, { createScriptURL: () => workerPath });

/** Whether this browser can show push messages. Browsers refuse on pages that are neither encrypted nor local. */
export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** The person said no, or the browser did. */
class PushRefusedError extends Error {
  readonly code = "push_refused";
}

/** Asks the person for permission and subscribes this browser. Returns the target of its channel. */
export async function subscribeBrowser(publicKey: string) {
  if ((await Notification.requestPermission()) !== "granted") {
    throw new PushRefusedError(
      "Allow notifications for this site in the browser’s settings, then try again.",
    );
  }
  await navigator.serviceWorker.register(workers?.createScriptURL(workerPath) ?? workerPath);
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  if (endpoint === undefined || keys?.p256dh === undefined || keys.auth === undefined) {
    throw new PushRefusedError("The browser provided no address for push messages.");
  }
  return { kind: "push", endpoint, p256dh: keys.p256dh, auth: keys.auth } as const;
}

/** A name by which people recognize the browser: `Chrome on Linux`. */
export function browserName(agent: string): string {
  const browsers = { Edg: "Edge", Firefox: "Firefox", Chrome: "Chrome", Safari: "Safari" };
  const systems = {
    Android: "Android",
    iPhone: "iPhone",
    iPad: "iPad",
    Mac: "Mac",
    Windows: "Windows",
    Linux: "Linux",
  };
  const find = (names: Readonly<Record<string, string>>, otherwise: string) =>
    Object.entries(names).find(([part]) => agent.includes(part))?.[1] ?? otherwise;
  return `${find(browsers, "Browser")} on ${find(systems, "this device")}`;
}
