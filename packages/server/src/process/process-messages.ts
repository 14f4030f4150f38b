import type { PackedActivity } from "../activity/activity-recorder.ts";
import type { Position } from "../queue/position.ts";
import type { Backlog } from "../store/backlog-store.ts";
import type { Connection, SettledCounts } from "../store/reading-store.ts";
import type { LiveEvent } from "../web/live/live-event.ts";
import type { ProcessorRequest } from "./processor-request.ts";

export type { Connection };

/** What the processor is told and asked. */
export type ToProcessor =
  | { kind: "appended" }
  /** Control data has changed: of these devices, or (null) of more than can be named. */
  | { kind: "changed"; deviceIds: readonly number[] | null }
  | { kind: "connected"; connections: Connection[] }
  | { kind: "activity"; activity: PackedActivity }
  /** Everything sent before this is done, and everything up to `position`, if there is one, settled or parked, when `flushed` comes back. */
  | { kind: "flush"; ticket: number; position: Position | null }
  | { kind: "request"; ticket: number; request: ProcessorRequest }
  /** Of these accounts somebody wants to see what happens. */
  | { kind: "watch"; accountIds: readonly number[] }
  /** Mails that are held for a recipient may be sent by now. */
  | { kind: "recipients changed" }
  | { kind: "stop" };

export type FromProcessor =
  | { kind: "progress"; progress: ProcessorProgress }
  | { kind: "flushed"; ticket: number }
  /** A mail is held for an address that nobody has asked yet. */
  | { kind: "ask recipient"; accountId: number; address: string }
  | { kind: "live"; events: LiveEvent[] }
  | { kind: "answer"; ticket: number; answer: unknown }
  /** The request could not be answered, for the reason given. */
  | { kind: "refusal"; ticket: number; reason: string };

/** The operator's settings for what chains send. */
export interface DeliverySettings {
  /** Networks that may be reached although they are not public. */
  readonly allow: readonly string[];
  readonly triesMax: number;
  readonly smtpUrl: string | null;
  readonly smtpFrom: string | null;
  readonly mailsPerAccountPerDay: number;
}

export interface ProcessorProgress extends SettledCounts {
  position: Position;
  durablePosition: Position;
  /** What waits for its account's turn. */
  parked: readonly Backlog[];
}
