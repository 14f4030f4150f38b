import type { ChannelTargetForm } from "@weir/protocol/manage/channel-forms";
import { type ChannelRequest, cutText, type Notice } from "../notice.ts";

/** Telegram refuses longer texts. */
const textCharsMax = 4096;

/** `sendMessage` of Telegram's Bot API. Without a parse mode, Telegram takes the text as it is. */
export function telegramRequest(
  { bot_token: token, chat_id, api_url: base }: Extract<ChannelTargetForm, { kind: "telegram" }>,
  { title, text, url }: Notice,
): ChannelRequest {
  const link = url === null ? "" : `\n\n${url}`;
  const content = cutText(`${title}\n${text}`, textCharsMax - link.length) + link;
  return {
    url: `${base.replace(/\/+$/, "")}/bot${encodeURIComponent(token).replaceAll("%3A", ":")}/sendMessage`,
    headers: {},
    body: JSON.stringify({ chat_id, text: content, link_preview_options: { is_disabled: true } }),
  };
}
