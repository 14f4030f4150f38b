import type { FateEnd } from "./receipt-store.ts";

/**
 * What became of the accepted readings of a request. Reads beside the processor and changes nothing. The processor goes
 * on meanwhile: whoever asks for the settled position first and for the horizon last is never told that a reading was
 * saved which was not.
 */
export interface ReceiptQueries {
  /** The accepted readings of a request that are settled and were not saved, in order: all of them, or (forgotten) none. */
  fates(requestBoot: number, requestNumber: number): ReadingFates[];
  /** Of requests that arrived before this it is no longer known what became of them; 0 where nothing was forgotten. */
  forgottenBeforeMs(): number;
  /** How far the queue is settled. */
  settledPosition(): number;
  close(): void;
}

export interface ReadingFates extends FateEnd {
  readonly first: number;
  readonly readings: number;
}
