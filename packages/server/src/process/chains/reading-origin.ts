/**
 * Where a reading comes from. A parked reading still comes from the queue: neither its receipt nor the keys of its
 * messages may depend on whether it had to wait. A replayed dead letter has neither a receipt nor statistics.
 */
export type ReadingOrigin = FromQueue | FromDeadLetter;

export interface FromQueue {
  readonly kind: "queue";
  /** The sequence of its entry, in the partition of the batch. */
  readonly sequence: number;
  /** Its place within the entry, counted from 1. */
  readonly ordinal: number;
}

export interface FromDeadLetter {
  readonly kind: "dead letter";
  readonly letterId: number;
}
