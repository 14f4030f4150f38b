import type { Severity } from "@weir/protocol/closed-sets";
import type { ChannelTargetForm } from "@weir/protocol/manage/channel-forms";
import { type ChannelRequest, cutText, type Notice } from "../notice.ts";
import { encryptPush, payloadBytesMax } from "../web-push/encrypt.ts";
import { type VapidKey, vapidHeader } from "../web-push/vapid.ts";

/** How long a push service keeps a message for a browser that is not running. */
const keptS = 24 * 3600;
const titleCharsMax = 120;
/** Even if every character takes four bytes and JSON escapes them, the payload fits. */
const textCharsMax = 400;

const urgencies = { info: "normal", warning: "normal", critical: "high" } as const satisfies Record<
  Severity,
  string
>;

/** A Web Push message (RFC 8030). The dashboard's service worker reads the payload. */
export function pushRequest(
  { endpoint, p256dh, auth }: Extract<ChannelTargetForm, { kind: "push" }>,
  { title, text, url, severity, alarms, event }: Notice,
  { vapid, contact, nowMs }: { readonly vapid: VapidKey; readonly contact: string; readonly nowMs: number },
): ChannelRequest {
  // A notification about the same alarm replaces the one before it.
  const tag = alarms.length === 1 ? `alarm-${alarms[0]!.id}` : event;
  const body = cutText(text, textCharsMax);
  const link = url === null ? {} : { url };
  const payload = Buffer.from(JSON.stringify({ title: cutText(title, titleCharsMax), body, ...link, tag }));
  const fitting =
    payload.length <= payloadBytesMax
      ? payload
      : Buffer.from(JSON.stringify({ title: "Weir", body: "", tag }));
  const keys = { p256dh: Buffer.from(p256dh, "base64url"), auth: Buffer.from(auth, "base64url") };
  return {
    url: endpoint,
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Encoding": "aes128gcm",
      TTL: String(keptS),
      Urgency: severity === null ? "normal" : urgencies[severity],
      Authorization: vapidHeader(vapid, { endpoint, contact, nowMs }),
    },
    body: encryptPush(fitting, keys),
  };
}
