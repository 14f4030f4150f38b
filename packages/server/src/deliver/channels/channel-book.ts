import type { ChannelTargetForm } from "@weir/protocol/manage/channel-forms";
import type { NotificationMessage, NotifiedAlarm } from "@weir/rule-engine/message";

/** The channels of control data, as delivery sees them. */
export interface ChannelBook {
  /** "sealed" if it was sealed with another key; null if it was deleted. */
  find(uuid: string): Promise<FoundChannel | "sealed" | null>;
  /** Until when people have snoozed an alarm; null if it is not snoozed now. */
  snoozedUntilMs(alarm: NotifiedAlarm, nowMs: number): Promise<number | null>;
  /** Fills in the names of devices that the processor did not know. */
  withNames(message: NotificationMessage): Promise<NotificationMessage>;
}

interface FoundChannel {
  readonly accountId: number;
  readonly target: ChannelTargetForm;
  /**
   * Whether it is a channel of the account, or of one of its editors. Every member can have channels of their own, but only
   * editors may make the server reach the operator's allowed networks, read what a receiver answers, and have messages
   * signed with the account's secret.
   */
  readonly isTrusted: boolean;
}

export const deletedChannel = "The channel was deleted.";
export const sealedChannel = "The channel was encrypted with another key. Create it again.";
