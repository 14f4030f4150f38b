import { type ChannelRequest, cutText, type Notice } from "../notice.ts";

/** Slack refuses longer texts in these blocks. */
const headerCharsMax = 150;
const sectionCharsMax = 3000;

/**
 * The format of Slack's incoming webhooks. Texts are plain-text blocks, in which Slack finds no markup. Only the fallback
 * text and the link are markup, and have `&`, `<` and `>` escaped as Slack asks.
 */
export function slackRequest(webhookUrl: string, { title, text, url }: Notice): ChannelRequest {
  const plain = (content: string, charsMax: number) => ({
    type: "plain_text",
    text: cutText(content, charsMax),
    emoji: false,
  });
  const blocks: unknown[] = [
    { type: "header", text: plain(title, headerCharsMax) },
    { type: "section", text: plain(text, sectionCharsMax) },
  ];
  if (url !== null) {
    const link = { type: "mrkdwn", text: `<${escapeForSlack(url)}|Open in Weir>` };
    blocks.push({ type: "context", elements: [link] });
  }
  const fallback = escapeForSlack(cutText(`${title}\n${text}`, sectionCharsMax));
  return { url: webhookUrl, headers: {}, body: JSON.stringify({ text: fallback, blocks }) };
}

function escapeForSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
