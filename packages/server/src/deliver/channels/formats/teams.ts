import type { Severity } from "@weir/protocol/closed-sets";
import { type ChannelRequest, cutText, type Notice } from "../notice.ts";

/** Teams refuses messages over 28 KB. */
const textCharsMax = 8000;
const titleCharsMax = 250;

const colours = { info: "Accent", warning: "Warning", critical: "Attention" } as const satisfies Record<
  Severity,
  string
>;

/**
 * An Adaptive Card in the message that a Teams workflow ("When a Teams webhook request is received") takes. Texts are text
 * runs, in which Teams finds no markup.
 */
export function teamsRequest(webhookUrl: string, notice: Notice): ChannelRequest {
  const { title, text, url, severity, event } = notice;
  const color = event === "cleared" ? "Good" : severity === null ? "Default" : colours[severity];
  const run = (content: string, look: object) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text: content, ...look }],
  });
  const lines = cutText(text, textCharsMax).split("\n");
  const card = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [
      run(cutText(title, titleCharsMax), { weight: "Bolder", size: "Medium", color }),
      ...lines.map((line) => run(line, {})),
    ],
    actions: url === null ? [] : [{ type: "Action.OpenUrl", title: "Open in Weir", url }],
  };
  const attachment = {
    contentType: "application/vnd.microsoft.card.adaptive",
    contentUrl: null,
    content: card,
  };
  return {
    url: webhookUrl,
    headers: {},
    body: JSON.stringify({ type: "message", attachments: [attachment] }),
  };
}
