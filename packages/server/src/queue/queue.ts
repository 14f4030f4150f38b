import type { CountTaker } from "./count-taker.ts";
import type { Position } from "./position.ts";

/**
 * The durable log between ingest and the processor.
 *
 * Promises: `append` resolves only when a power cut cannot lose the frame. Frames keep the order of their appends.
 * When a write fails, every append that was not yet durable is lost together: `onLost` is called first, synchronously,
 * then all of their promises reject with QueueUnavailableError, and later appends start afresh.
 * Does not promise: that an append which rejected or never answered is absent after a crash.
 */
export interface Queue extends CountTaker {
  /** Takes a copy of `frame` at once. */
  append(frame: Uint8Array, readings: number): Promise<void>;
  /** Resolves when everything appended so far is durable; rejects if any of it was lost. */
  barrier(): Promise<void>;
  /** Returns false while the backlog is at its limit: then nothing may be appended. */
  hasRoom(): boolean;
  /** Tries a write that keeps nothing. Resolves to whether a reading could be accepted now. */
  probe(): Promise<boolean>;
  /** Called when the processor has durably settled everything up to `position`: older entries may be deleted. */
  settled(progress: SettledProgress): void;
  totals(): QueueTotals;
  /** The end of the log. No resolved append lies beyond. */
  readonly lastPosition: Position;
  /** Flushes all appends and releases the log. */
  close(): Promise<void>;
}

/** What an intake needs from the queue, or from the partition of the queue that it writes. */
export type AppendedQueue = Pick<Queue, "append" | "barrier" | "hasRoom" | "count" | "lastPosition">;

export interface SettledProgress {
  /** Everything up to here has left the backlog. */
  readonly position: Position;
  /** Everything up to here is settled on disk, so the queue need not keep it for the processor. */
  readonly durablePosition: Position;
}

export interface QueueTotals {
  readonly acceptedReadings: number;
  readonly lastPosition: Position;
  readonly backlogBytes: number;
  readonly counters: Readonly<Record<string, number>>;
}

/** Readings cannot be made durable right now; the request may be sent again later. */
export class QueueUnavailableError extends Error {
  readonly code = "queue_unavailable";
}
