import type { Position } from "../queue/position.ts";
import type { ChainUse, FateEnd, FateRun, UnsavedEnd } from "./receipt-store.ts";

/**
 * What became of the accepted readings of a request. Reads beside the processor and changes nothing. The processor goes
 * on meanwhile: whoever awaits the settled position first and asks for the horizon last is never told that a reading was
 * saved which was not.
 */
export interface ReceiptQueries {
  /** The accepted readings of a request that are settled and were not saved, in order: all of them, or (forgotten) none. */
  fates(requestBoot: number, requestNumber: number): Promise<ReadingFates[]>;
  /** Of each sensor of the device: the chain that its readings went into at that position of the queue, as far as it is known. */
  chainsInUse(deviceId: number, position: Position): Promise<ChainUse[]>;
  /** Where readings of an account were lost then or later, the last first; of many, the last `limit`. */
  unsavedEnds(accountId: number, sinceMs: number, limit: number): Promise<UnsavedEnd[]>;
  /** Of requests that arrived before this it is no longer known what became of them; 0 where nothing was forgotten. */
  forgottenBeforeMs(): Promise<number>;
  /** How far a partition of the queue is settled for a device: up to before its first reading that is parked. */
  settledPosition(deviceId: number, partition: number): Promise<Position>;
  close(): Promise<void>;
}

export interface ReadingFates extends FateEnd, Pick<FateRun, "first" | "readings" | "letterId"> {}
