import type { NotificationMessage, NotifiedAlarm } from "@weir/rule-engine/message";
import type { HeldMessages } from "../../store/outbox/held-messages.ts";
import type { OutboxRow } from "../../store/outbox/outbox-store.ts";
import type { Admission, DeliveryGate } from "../delivery-gate.ts";
import { type ChannelBook, deletedChannel, sealedChannel } from "./channel-book.ts";
import type { ChannelLimit } from "./channel-limit.ts";
import { composeNotice } from "./compose-notice.ts";

interface NotificationGateParts {
  readonly held: Pick<HeldMessages, "gather" | "alarmState" | "hold">;
  readonly channels: ChannelBook;
  readonly limit: ChannelLimit;
  readonly publicUrl: string | null;
  /** Decides about mail, and everything else. */
  readonly others: DeliveryGate;
}

/**
 * Prepares notifications when they are due: drops escalations of alarms that somebody has acknowledged, keeps quiet about
 * snoozed alarms, gathers digests, keeps to the channel's limit of messages an hour, and turns notifications to mail channels into
 * mail, which has gates of its own.
 */
export class NotificationGate implements DeliveryGate {
  readonly #parts: NotificationGateParts;

  constructor(parts: NotificationGateParts) {
    this.#parts = parts;
  }

  async admit(row: OutboxRow, nowMs: number): Promise<Admission> {
    const { message } = row;
    if (message.kind !== "notification") return this.#parts.others.admit(row, nowMs);
    const channel = await this.#parts.channels.find(message.channel);
    if (channel === null) return { kind: "refused", reason: deletedChannel };
    if (channel === "sealed") return { kind: "refused", reason: sealedChannel };
    const ready = await this.#prepare(row, message, nowMs);
    if ("kind" in ready && ready.kind !== "notification") return ready;
    const allowed = await this.#parts.limit.take(row, ready, nowMs);
    if (allowed === null) return { kind: "put off" };
    const named = await this.#parts.channels.withNames(allowed);
    if (channel.target.kind !== "mail") return { kind: "send", message: named };
    const { title, text, url } = composeNotice(named, this.#parts.publicUrl);
    const link = url === null ? "" : `\n\n${url}`;
    const mail = {
      kind: "mail",
      to: [channel.target.address],
      subject: title,
      text: `${text}${link}\n`,
    } as const;
    const admission = await this.#parts.others.admit({ ...row, message: mail }, nowMs);
    if (admission.kind !== "send") await this.#parts.limit.ended(row, false);
    return admission;
  }

  async ended(row: OutboxRow, isDelivered: boolean): Promise<void> {
    await this.#parts.limit.ended(row, isDelivered);
    await this.#parts.others.ended(row, isDelivered);
  }

  async review(nowMs: number): Promise<boolean> {
    await this.#parts.limit.forgetOld(nowMs);
    return this.#parts.others.review(nowMs);
  }

  async #prepare(
    row: OutboxRow,
    message: NotificationMessage,
    nowMs: number,
  ): Promise<NotificationMessage | Admission> {
    const [alarm] = message.alarms;
    if (message.event === "digest" && message.digest !== null)
      return this.#gather(row, message.digest, nowMs);
    if (message.event === "limited") return this.#withoutSnoozed(message, nowMs);
    if (alarm === undefined) return message;
    const { held, channels } = this.#parts;
    if (message.event === "escalated") {
      const state = await held.alarmState(alarm.id);
      if (state !== "active") return { kind: "needless", note: `Not sent: the alarm was ${state} in time.` };
    }
    const snoozedMs = await channels.snoozedUntilMs(alarm, nowMs);
    if (snoozedMs === null) return message;
    if (message.event !== "escalated") return { kind: "needless", note: "Not sent: the alarm is snoozed." };
    const because = "The alarm is snoozed. The escalation is decided when that ends.";
    await held.hold(row, { because, untilMs: snoozedMs, address: null });
    return { kind: "put off" };
  }

  async #gather(row: OutboxRow, digest: string, nowMs: number): Promise<NotificationMessage | Admission> {
    const { accountId, destination } = row;
    const gathered = await this.#parts.held.gather({ claimed: row, accountId, destination, digest }, nowMs);
    return gathered === null ? { kind: "put off" } : this.#withoutSnoozed(gathered, nowMs);
  }

  async #withoutSnoozed(
    message: NotificationMessage,
    nowMs: number,
  ): Promise<NotificationMessage | Admission> {
    const alarms: NotifiedAlarm[] = [];
    for (const alarm of message.alarms)
      if ((await this.#parts.channels.snoozedUntilMs(alarm, nowMs)) === null) alarms.push(alarm);
    if (alarms.length === 0) return { kind: "needless", note: "Not sent: there is nothing to tell." };
    return { ...message, alarms };
  }
}
