import type { Position } from "./position.ts";

/**
 * Takes the parsed readings of one request, makes them durable and says which of them are repeats.
 *
 * Promises: `taken` is called when every accepted reading is durable, and a reading is only reported as a duplicate of a
 * durable one. After `failed` the device may send the same request again. Readings of it that were taken all the same are
 * then duplicates, or are stored once. A QueueUnavailableError means that the request is not at fault, an
 * AccountLimitError that the account has reached its limit. Exactly one of `taken` and `failed` is called, and never
 * before `take` has returned. If one node takes several readings of one identity at the same time, even on different
 * threads, exactly one of them is accepted.
 *
 * If several nodes take readings, a node recognises readings that another node answered earlier. It may accept a reading
 * that another node takes at the same time, or one that has left the memory the nodes share. The key of the store then
 * keeps a single row.
 * Does not promise: that requests are answered in the order in which they were taken.
 *
 * `take` is given a waiter instead of returning a promise, because it is called for every request, and requests that
 * become durable together are answered together.
 */
export interface Intake {
  /** The request is valid until `take` returns. */
  take(request: PackedRequest, waiter: Waiter): void;
}

/** Waits for the outcome of a request. */
export interface Waiter {
  taken(verdicts: Verdicts): void;
  failed(error: unknown): void;
}

/**
 * The readings of a request as one frame (packed-readings.ts) with at least one reading, so that it can be handed to another
 * thread as bytes. The views may reach further than the frame.
 */
export interface PackedRequest {
  readonly words: Uint32Array;
  readonly doubles: Float64Array;
  /** Where in the views the frame begins, in bytes. */
  readonly start: number;
  /** Exactly the bytes of the frame. */
  readonly frame: Uint8Array;
  /** The account that the readings count for. */
  readonly accountId: number;
}

export interface Verdicts {
  /** Everything that was accepted or repeated is in the queue up to this position. */
  readonly position: Position;
  /** Null if every reading was accepted, which is nearly always the case. */
  readonly duplicates: Duplicates | null;
}

/** The readings of a request that had been accepted before. All others are accepted now. */
export interface Duplicates {
  readonly readings: number;
  readonly bySensor: readonly (readonly [sensorId: number, readings: number])[];
  /** The first of them, `describedMax` at most. */
  readonly first: readonly DuplicateReading[];
}

export const describedMax = 50;

export interface DuplicateReading {
  /** Its place in the frame. */
  readonly index: number;
  readonly sensorId: number;
  readonly value: number;
  /** The time the device sent. */
  readonly seconds: number;
  readonly micros: number;
  /** When the original reading arrived, and until when its repeats are recognised. */
  readonly matchedMs: number;
  readonly untilMs: number;
}

/** For callers that take few requests and prefer a promise. */
export function takeRequest(intake: Intake, request: PackedRequest): Promise<Verdicts> {
  return new Promise((taken, failed) => intake.take(request, { taken, failed }));
}

/** Returns the request of a frame that has memory of its own and begins there. */
export function packedFrame(frame: Uint8Array, accountId: number): PackedRequest {
  const { buffer } = frame;
  return { accountId, frame, start: 0, words: new Uint32Array(buffer), doubles: new Float64Array(buffer) };
}
