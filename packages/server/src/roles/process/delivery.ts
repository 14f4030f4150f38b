import type { ControlReader } from "../../control/control-store.ts";
import type { RecipientStandings } from "../../control/recipients/recipient-standings.ts";
import { loadTokenKey } from "../../control/sealing/token-key.ts";
import { AddressGuard } from "../../deliver/address-guard.ts";
import { Deliverer } from "../../deliver/deliverer.ts";
import { GuardedConnector } from "../../deliver/guarded-connector.ts";
import { MailGate } from "../../deliver/mail/mail-gate.ts";
import { MailSender } from "../../deliver/mail/mail-sender.ts";
import { RecipientGate } from "../../deliver/mail/recipient-gate.ts";
import { MqttSender } from "../../deliver/mqtt/mqtt-sender.ts";
import { WebhookSender } from "../../deliver/webhook/webhook-sender.ts";
import { loadSecret } from "../../manage/sealed-secret.ts";
import { parseNetwork } from "../../platform/address.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { weirVersion } from "../../platform/version.ts";
import type { DeliverySettings } from "../../process/process-messages.ts";
import type { HeldMessages } from "../../store/held-messages.ts";
import type { MailCounts } from "../../store/mail-counts.ts";
import type { OutboxStore } from "../../store/outbox-store.ts";
import type { OutboxWriter } from "../../store/outbox-writer.ts";

export interface DeliveryParts {
  readonly dataDir: string;
  readonly control: ControlReader;
  readonly standings: RecipientStandings;
  readonly outbox: OutboxStore & OutboxWriter;
  readonly held: HeldMessages;
  readonly mailCounts: MailCounts;
  readonly log: Log;
  /** An address is to be asked whether it wants mail of an account. */
  readonly askRecipient: (accountId: number, address: string) => void;
}

export interface DeliveryWatch {
  /** Delivery has written to the store. */
  readonly onSettled: () => void;
  /** The disk itself is broken. */
  readonly onFault: (error: unknown) => void;
}

/** Delivery of what chains send. Chains can write to the outbox before it is started. */
export class Delivery {
  /** The outbox as chains write to it. */
  readonly writer: OutboxWriter;
  /** The outbox as people act on it. */
  readonly store: Pick<OutboxStore, "retry">;
  readonly #parts: DeliveryParts;
  #deliverer: Deliverer | null = null;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    const { outbox } = parts;
    this.writer = {
      add: (entry) => {
        this.#wakeSoon();
        return outbox.add(entry);
      },
    };
    this.store = {
      retry: (id, nowMs) => {
        this.#wakeSoon();
        return outbox.retry(id, nowMs);
      },
    };
  }

  start(settings: DeliverySettings, watch: DeliveryWatch): void {
    this.#deliverer = createDeliverer(settings, this.#parts, watch);
    this.#deliverer.run().catch(watch.onFault);
  }

  /** Recipients have answered, or are members now. */
  reviewHeld(): void {
    this.#deliverer?.review();
  }

  async stop(): Promise<void> {
    await this.#deliverer?.stop();
  }

  /** When the batch is over, and what it wrote can be seen. */
  #wakeSoon(): void {
    setImmediate(() => this.#deliverer?.wake());
  }
}

function createDeliverer(settings: DeliverySettings, parts: DeliveryParts, watch: DeliveryWatch): Deliverer {
  const { dataDir, control, outbox, held, mailCounts, log } = parts;
  const [given, previous] = [settings.tokenKey, settings.tokenKeyPrevious].map((text) =>
    text === null ? undefined : Buffer.from(text, "base64"),
  );
  const key = loadTokenKey(dataDir, given, previous);
  const allowed = settings.allow.map(parseNetwork).filter((network) => network !== null);
  const connector = new GuardedConnector({ guard: new AddressGuard(allowed) });
  const clock = systemClock;
  const gate = new MailGate({
    ...{ held, counts: mailCounts, log },
    recipients: createRecipientGate(settings, parts),
    perDayMax: settings.mailsPerAccountPerDay,
  });
  return new Deliverer({
    ...{ store: outbox, gate },
    senders: {
      webhook: new WebhookSender({ connector, clock, version: weirVersion }),
      mail: new MailSender({ settings: { url: settings.smtpUrl, from: settings.smtpFrom }, clock }),
      mqtt: new MqttSender({ connector }),
    },
    secretOf: (accountId, name) => loadSecret(control, key, accountId, name),
    clock,
    log,
    triesMax: settings.triesMax,
    onSettled: watch.onSettled,
  });
}

/** Without a mail server nobody can be asked; mails then fail and say why. */
function createRecipientGate(
  { smtpUrl, smtpFrom }: DeliverySettings,
  { standings, held, askRecipient }: DeliveryParts,
): RecipientGate | null {
  if (smtpUrl === null || smtpFrom === null) return null;
  return new RecipientGate(held, {
    standing: (accountId, address) => standings.standing(accountId, address),
    accountName: (accountId) => standings.accountName(accountId),
    ask: askRecipient,
  });
}
