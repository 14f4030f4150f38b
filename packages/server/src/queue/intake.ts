import type { Position } from "./position.ts";

/**
 * Takes the parsed readings of one request, makes them durable and says which of them are repeats.
 *
 * Promises: `taken` is called when every accepted reading is durable, and a reading is only called a duplicate of something
 * durable. After `failed` the same request may come again, and whatever of it was taken nevertheless is then a duplicate, or stored
 * once; a QueueUnavailableError says that it is not the request's fault, an AccountLimitError that the account holds all it may.
 * Exactly one of them is called, and never before `take` has returned. Of readings that one node takes at the same time, also from
 * several threads, exactly one of each identity is accepted.
 *
 * Where several nodes take readings, a node recognises what another one has answered before. It may accept what another one takes at
 * the same time, or what the nodes have no memory of in common any more: the key of the store then leaves one row of both.
 * Does not promise: that requests are answered in the order in which they were taken.
 *
 * It takes whoever waits instead of returning a promise, because it is called for every request, and requests that become
 * durable together are told together.
 */
export interface Intake {
  /** The request is valid until `take` returns. */
  take(request: PackedRequest, waiter: Waiter): void;
}

/** Who waits to hear what became of a request. */
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
  /** By which everything that was accepted or repeated is in the queue. */
  readonly position: Position;
  /** Null where every reading was accepted, as nearly always. */
  readonly duplicates: Duplicates | null;
}

/** The readings of a request that were there already. All others were accepted. */
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
  /** When the reading arrived that it repeats, and until when repeats of that one are recognised. */
  readonly matchedMs: number;
  readonly untilMs: number;
}

/** For callers that take few requests and prefer a promise. */
export function takeRequest(intake: Intake, request: PackedRequest): Promise<Verdicts> {
  return new Promise((taken, failed) => intake.take(request, { taken, failed }));
}
