import type { NotificationMessage } from "@weir/rule-engine/message";
import { type Delivery, hopeless, type Sender, type SendOutcome } from "../sender.ts";
import { type ChannelBook, deletedChannel, sealedChannel } from "./channel-book.ts";
import type { ChannelSender } from "./channel-sender.ts";
import { composeNotice } from "./compose-notice.ts";

interface NotificationSenderParts {
  readonly channels: ChannelBook;
  readonly sender: ChannelSender;
  readonly publicUrl: string | null;
  /** The name of the account's secret that signs webhooks. */
  readonly signingSecret: string;
}

/** Sends notifications to all channels except mail. The gate has turned notifications to mail channels into mail. */
export class NotificationSender implements Sender<NotificationMessage> {
  readonly #parts: NotificationSenderParts;

  constructor(parts: NotificationSenderParts) {
    this.#parts = parts;
  }

  async send({ key, message, secretOf, signal }: Delivery<NotificationMessage>): Promise<SendOutcome> {
    const { channels, sender, publicUrl, signingSecret } = this.#parts;
    const channel = await channels.find(message.channel);
    if (channel === null) return hopeless(deletedChannel);
    if (channel === "sealed" || channel.target.kind === "mail") return hopeless(sealedChannel);
    return sender.send({
      target: channel.target,
      isTrusted: channel.isTrusted,
      key,
      signal,
      notice: composeNotice(message, publicUrl),
      signingSecret: async () => (await secretOf(signingSecret)) ?? "",
    });
  }
}
