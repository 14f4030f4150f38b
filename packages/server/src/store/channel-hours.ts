import type { NotificationMessage } from "@weir/rule-engine/message";
import type { Claim } from "./outbox-store.ts";

/**
 * Counts what each channel is sent in an hour (hours since 1970, UTC), and gathers what is over its limit. The counts lie
 * beside the outbox, so that a restart does not reset them and all deliverers share them.
 *
 * Promises: `take` never lets a channel exceed `max`, however many deliverers call it at once. `leaveOut` settles a message
 * and adds its alarms to the summary of the hour in one transaction, so each change is told once, whatever is killed.
 */
export interface ChannelHours {
  /** Counts a message unless `max` are counted already. Resolves to how many are counted then; null if it was not. */
  take(hour: ChannelHour, max: number): Promise<number | null>;
  /** Takes back a message that was counted but not sent. */
  giveBack(hour: ChannelHour): Promise<void>;
  /**
   * Resolves to false if the summary of this hour has been sent or is under way; then nothing has changed. Does nothing under a
   * claim that has ended.
   */
  leaveOut(claim: Claim, leftOut: LeftOut, nowMs: number): Promise<boolean>;
  forgetBefore(hour: number): Promise<void>;
}

export interface ChannelHour {
  readonly accountId: number;
  /** UUID of the channel. */
  readonly channel: string;
  readonly hour: number;
}

/** A message that is over the limit of its channel. */
interface LeftOut extends ChannelHour {
  readonly message: NotificationMessage;
  /** The message that lists what was left out, as it is before it lists anything. */
  readonly summary: NotificationMessage;
  readonly summaryKey: string;
  readonly summaryDueMs: number;
}

/** What people read of a message that was left out. */
export function leftOutNote(summaryId: number): string {
  return `Not sent by itself: the channel had reached its limit of messages an hour. It is part of message ${summaryId}.`;
}
