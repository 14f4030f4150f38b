import type { Severity } from "@weir/protocol/closed-sets";
import { type ChannelRequest, cutText, type Notice } from "../notice.ts";

/** Discord refuses longer texts. Escaping may double their length. */
const titleCharsMax = 256;
const descriptionCharsMax = 4096;

const colours = { info: 0x3b82f6, warning: 0xf59e0b, critical: 0xdc2626 } as const satisfies Record<
  Severity,
  number
>;
const clearedColour = 0x16a34a;
const plainColour = 0x6b7280;

/** The format of Discord's webhooks: an embed. Markup is escaped, and no text can mention people. */
export function discordRequest(webhookUrl: string, notice: Notice): ChannelRequest {
  const { title, text, url, severity, event } = notice;
  const color = event === "cleared" ? clearedColour : severity === null ? plainColour : colours[severity];
  const embed = {
    title: cutText(escapeMarkdown(title), titleCharsMax),
    description: cutText(escapeMarkdown(text), descriptionCharsMax),
    color,
    ...(url === null ? {} : { url }),
  };
  const body = JSON.stringify({ embeds: [embed], allowed_mentions: { parse: [] } });
  return { url: webhookUrl, headers: {}, body };
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_~|>#[\]()<@:-]/g, (character) => `\\${character}`);
}
