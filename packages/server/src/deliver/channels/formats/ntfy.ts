import type { Severity } from "@weir/protocol/closed-sets";
import type { ChannelTargetForm } from "@weir/protocol/manage/channel-forms";
import { type ChannelRequest, cutText, type Notice } from "../notice.ts";

/** ntfy turns longer messages into attachments. */
const messageCharsMax = 1300;
const titleCharsMax = 200;

/** From 1 to 5; 3 is ntfy's default, and 5 rings until somebody looks. */
const priorities = { info: 3, warning: 4, critical: 5 } as const satisfies Record<Severity, number>;
/** ntfy shows these as symbols. */
const tags = { info: "information_source", warning: "warning", critical: "rotating_light" } as const;

/** ntfy's JSON format, posted to the root of the server. Messages are plain text. */
export function ntfyRequest(
  { server_url, topic, token }: Extract<ChannelTargetForm, { kind: "ntfy" }>,
  { title, text, url, severity, event }: Notice,
): ChannelRequest {
  const isOver = event === "cleared";
  const body = {
    topic,
    title: cutText(title, titleCharsMax),
    message: cutText(text, messageCharsMax),
    priority: severity === null || isOver ? 3 : priorities[severity],
    tags: [isOver ? "white_check_mark" : severity === null ? "bell" : tags[severity]],
    ...(url === null ? {} : { click: url }),
  };
  const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
  return { url: server_url, headers, body: JSON.stringify(body) };
}
