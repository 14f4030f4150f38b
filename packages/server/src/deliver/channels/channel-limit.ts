import { limitedHoursShown } from "@weir/protocol/manage/channel-forms";
import type { NotificationMessage } from "@weir/rule-engine/message";
import { hourOf, hourStartMs } from "../../platform/hour-of.ts";
import type { ChannelHour, ChannelHours } from "../../store/outbox/channel-hours.ts";
import type { HeldMessages } from "../../store/outbox/held-messages.ts";
import type { OutboxRow } from "../../store/outbox/outbox-store.ts";

interface ChannelLimitParts {
  readonly hours: ChannelHours;
  readonly held: Pick<HeldMessages, "hold">;
  /** Messages that a channel is sent in an hour. */
  readonly perHourMax: number;
}

/** The summary of an hour is sent a moment after it, when every deliverer has seen that the hour is over. */
const summaryGraceMs = 5000;

/**
 * Limits how many messages a channel gets in an hour (UTC), so that an alarm that is raised and cleared all the time does
 * not send a thousand. The last message before the limit says so. Further alarms go into one message, the summary, which is
 * sent when the hour is over and does not count. Critical alarms may use the limit twice, so that other alarms cannot hold
 * them back.
 *
 * Messages are counted when they are begun and taken back when they fail. So a crash may count a few too many, but a channel
 * never gets more than its limit.
 */
export class ChannelLimit {
  readonly #parts: ChannelLimitParts;
  /** How the messages under way were counted, by row. */
  readonly #underWay = new Map<number, ChannelHour>();

  constructor(parts: ChannelLimitParts) {
    this.#parts = parts;
  }

  /** Resolves to the message as it may be sent now; null if the row was put off or became part of the summary. */
  async take(
    row: OutboxRow,
    message: NotificationMessage,
    nowMs: number,
  ): Promise<NotificationMessage | null> {
    if (message.event === "limited") return message;
    const { hours, perHourMax } = this.#parts;
    const hour = hourOf(nowMs);
    const counted = { accountId: row.accountId, channel: message.channel, hour };
    const isCritical = message.alarms.some(({ severity }) => severity === "critical");
    const sent = await hours.take(counted, isCritical ? 2 * perHourMax : perHourMax);
    if (sent === null) {
      await this.#leaveOut(row, message, counted, nowMs);
      return null;
    }
    this.#underWay.set(row.id, counted);
    if (sent !== perHourMax && sent !== 2 * perHourMax) return message;
    return {
      ...message,
      limit: { messages: sent, endMs: hourStartMs(hour + 1), isForAll: sent > perHourMax },
    };
  }

  /** Called once for every row that was taken. */
  async ended({ id }: OutboxRow, isDelivered: boolean): Promise<void> {
    const counted = this.#underWay.get(id);
    if (counted === undefined) return;
    if (!isDelivered) await this.#parts.hours.giveBack(counted);
    this.#underWay.delete(id);
  }

  async forgetOld(nowMs: number): Promise<void> {
    await this.#parts.hours.forgetBefore(hourOf(nowMs) - limitedHoursShown);
  }

  async #leaveOut(
    row: OutboxRow,
    message: NotificationMessage,
    counted: ChannelHour,
    nowMs: number,
  ): Promise<void> {
    const { hours, held, perHourMax } = this.#parts;
    const { channel, hour } = counted;
    const endMs = hourStartMs(hour + 1);
    const summary: NotificationMessage = {
      kind: "notification",
      channel,
      event: "limited",
      alarms: [],
      more: 0,
      digest: null,
      limit: { messages: perHourMax, endMs, isForAll: true },
    };
    const leftOut = {
      ...counted,
      message,
      summary,
      summaryKey: `limited:${channel}:${endMs}`,
      summaryDueMs: endMs + summaryGraceMs,
    };
    if (await hours.leaveOut(row, leftOut, nowMs)) return;
    // Another deliverer sends the summary already, so the hour is over and this row belongs to the next one.
    const because = "The channel has reached its limit of messages an hour.";
    await held.hold(row, { because, untilMs: endMs, address: null });
  }
}
