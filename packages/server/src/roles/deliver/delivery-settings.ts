import type { Config } from "../../config/settings.ts";
import type { DeliverySettings } from "../../process/process-messages.ts";

/** The settings for delivering the messages of chains. */
export function deliverySettings(config: Config): DeliverySettings {
  return {
    allow: config.outboxAllow.map(({ text }) => text),
    publicUrl: config.publicUrl,
    triesMax: config.outboxTries,
    smtpUrl: config.smtpUrl,
    smtpFrom: config.smtpFrom,
    mailsPerAccountPerDay: config.mailsPerAccountPerDay,
    channelMessagesPerHour: config.channelMessagesPerHour,
  };
}
