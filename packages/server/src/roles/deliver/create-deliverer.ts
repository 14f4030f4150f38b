import { accountsById } from "../../control/accounts/accounts.ts";
import { tenantOf } from "../../control/accounts/tenants.ts";
import type { ControlReader } from "../../control/control.ts";
import { recipientStandings } from "../../control/recipients/recipient-standings.ts";
import type { TokenKey } from "../../control/sealing/token-key.ts";
import { AddressGuard } from "../../deliver/address-guard.ts";
import { ChannelLimit } from "../../deliver/channels/channel-limit.ts";
import { ChannelSender } from "../../deliver/channels/channel-sender.ts";
import { NotificationGate } from "../../deliver/channels/notification-gate.ts";
import { NotificationSender } from "../../deliver/channels/notification-sender.ts";
import { Deliverer } from "../../deliver/deliverer.ts";
import { GuardedConnector } from "../../deliver/guarded-connector.ts";
import { MailGate } from "../../deliver/mail/mail-gate.ts";
import { MailSender } from "../../deliver/mail/mail-sender.ts";
import { RecipientGate } from "../../deliver/mail/recipient-gate.ts";
import { MqttSender } from "../../deliver/mqtt/mqtt-sender.ts";
import { WebhookSender } from "../../deliver/webhook/webhook-sender.ts";
import { loadSecret, webhookSecretName } from "../../manage/core/sealed-secret.ts";
import { loadPushKey } from "../../manage/notifications/sealed-channel.ts";
import { parseNetwork } from "../../platform/address.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { weirVersion } from "../../platform/version.ts";
import type { DeliverySettings } from "../../process/process-messages.ts";
import type { ChannelHours } from "../../store/outbox/channel-hours.ts";
import type { HeldMessages } from "../../store/outbox/held-messages.ts";
import type { MailCounts } from "../../store/outbox/mail-counts.ts";
import type { OutboxStore } from "../../store/outbox/outbox-store.ts";
import { openChannelBook } from "./channel-book.ts";

export interface DeliveryParts {
  readonly loadKey: () => TokenKey;
  readonly control: ControlReader;
  readonly outbox: OutboxStore;
  readonly held: HeldMessages;
  readonly mailCounts: MailCounts;
  readonly channelHours: ChannelHours;
  /** Several deliverers compare the times that each has written. */
  readonly clock: Clock;
  readonly log: Log;
  /** Asks an address whether it wants mail of an account. */
  readonly askRecipient: (accountId: number, address: string) => void;
  /** Delivery has written to the store. */
  readonly onSettled?: () => void;
  /** Called after every attempt, with the reason if it failed. */
  readonly onAttempt: (failure: string | null) => void;
}

/** The deliverer of all messages in the outbox, on the given store. */
export function createDeliverer(settings: DeliverySettings, parts: DeliveryParts): Deliverer {
  const { loadKey, control, outbox, held, mailCounts, channelHours, clock, log } = parts;
  const key = loadKey();
  const allowed = settings.allow.map(parseNetwork).filter((network) => network !== null);
  const connector = new GuardedConnector({ guard: new AddressGuard(allowed) });
  const mailGate = new MailGate({
    held,
    counts: mailCounts,
    log,
    recipients: createRecipientGate(settings, parts),
    perDayMax: settings.mailsPerAccountPerDay,
  });
  const { publicUrl } = settings;
  const channels = openChannelBook(control, key);
  const limit = new ChannelLimit({
    held,
    hours: channelHours,
    perHourMax: settings.channelMessagesPerHour,
  });
  const gate = new NotificationGate({ held, channels, limit, publicUrl, others: mailGate });
  const sender = new ChannelSender({
    connector,
    publicConnector: new GuardedConnector({ guard: new AddressGuard([]) }),
    clock,
    version: weirVersion,
    vapidKey: () => loadPushKey(control, key),
    contact: publicUrl,
  });
  return new Deliverer({
    store: outbox,
    gate,
    senders: {
      webhook: new WebhookSender({ connector, clock, version: weirVersion }),
      mail: new MailSender({ settings: { url: settings.smtpUrl, from: settings.smtpFrom }, clock }),
      mqtt: new MqttSender({ connector }),
      notification: new NotificationSender({ channels, sender, publicUrl, signingSecret: webhookSecretName }),
    },
    secretOf: (accountId, name) => loadSecret(control, key, accountId, name),
    tenantOf: (accountId) => tenantOf(control.db, accountId),
    clock,
    log,
    triesMax: settings.triesMax,
    onAttempt: parts.onAttempt,
    ...(parts.onSettled === undefined ? {} : { onSettled: parts.onSettled }),
  });
}

/** Without a mail server nobody can be asked. Mails then fail and say why. */
function createRecipientGate(
  { smtpUrl, smtpFrom }: DeliverySettings,
  { control, held, askRecipient }: DeliveryParts,
): RecipientGate | null {
  if (smtpUrl === null || smtpFrom === null) return null;
  return new RecipientGate(held, {
    standings: (accountId, addresses) => recipientStandings(control, accountId, addresses),
    accountName: async (accountId) => (await accountsById(control, [accountId]))[0]?.name ?? "",
    ask: askRecipient,
  });
}
