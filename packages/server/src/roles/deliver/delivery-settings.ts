import type { Config } from "../../config/settings.ts";
import type { DeliverySettings } from "../../process/process-messages.ts";

/** What the processor has to know to deliver what chains send. */
export function deliverySettings(config: Config): DeliverySettings {
  return {
    allow: config.outboxAllow.map(({ text }) => text),
    triesMax: config.outboxTries,
    smtpUrl: config.smtpUrl,
    smtpFrom: config.smtpFrom,
    mailsPerAccountPerDay: config.mailsPerAccountPerDay,
  };
}
