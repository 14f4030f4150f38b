import type { PackedActivity } from "../activity/activity-recorder.ts";
import type { Position } from "../queue/position.ts";
import type { Backlog } from "../store/backlog/record.ts";
import type { Connection, SettledCounts } from "../store/partition-progress.ts";
import type { LiveEvent } from "../web/live/live-event.ts";
import type { ProcessorRequest } from "./processor-request.ts";

export type { Connection };

/** Messages and questions to the processor. */
export type ToProcessor =
  | { kind: "appended" }
  /** Control data of these devices has changed; null means more changes than can be listed. */
  | { kind: "changed"; deviceIds: readonly number[] | null }
  | { kind: "connected"; connections: Connection[] }
  | { kind: "activity"; activity: PackedActivity }
  /**
   * Answered with `flushed` when every earlier message is processed and, if `position` is given, everything up to it is
   * settled or parked.
   */
  | { kind: "flush"; ticket: number; position: Position | null }
  | { kind: "request"; ticket: number; request: ProcessorRequest }
  /** Somebody has pages of these accounts open. */
  | { kind: "watch"; accountIds: readonly number[] }
  /** A recipient has confirmed or refused, so held mails may be due. */
  | { kind: "recipients changed" }
  | { kind: "stop" };

export type FromProcessor =
  | { kind: "progress"; progress: ProcessorProgress }
  | { kind: "flushed"; ticket: number }
  /** A mail is held for an address that has not been asked to confirm yet. */
  | { kind: "ask recipient"; accountId: number; address: string }
  | { kind: "live"; events: LiveEvent[] }
  | { kind: "answer"; ticket: number; answer: unknown }
  /** The request could not be answered, for this reason. */
  | { kind: "refusal"; ticket: number; reason: string };

/** The operator's settings for what chains send. */
export interface DeliverySettings {
  /** Networks that may be reached although they are not public. */
  readonly allow: readonly string[];
  /** The address of the server, for links; null if it is not configured. */
  readonly publicUrl: string | null;
  readonly triesMax: number;
  readonly smtpUrl: string | null;
  readonly smtpFrom: string | null;
  readonly mailsPerAccountPerDay: number;
  readonly channelMessagesPerHour: number;
}

export interface ProcessorProgress extends SettledCounts {
  position: Position;
  durablePosition: Position;
  /** Readings that wait for their account's turn. */
  parked: readonly Backlog[];
}
