import type { Position } from "../queue/position.ts";
import type { ChainUse, FateEnd, FateRun, UnsavedEnd } from "./reading-fates.ts";

/**
 * Tells what became of the accepted readings of a request. It reads beside the processor and changes nothing. The
 * processor continues meanwhile: a caller that awaits the settled position first and asks for the horizon last is never
 * told that a reading was saved when it was not.
 */
export interface ReceiptQueries {
  /** The accepted readings of a request that are settled but were not saved, in order. None if they have been forgotten. */
  fates(requestBoot: number, requestNumber: number): Promise<ReadingFates[]>;
  /** The chain that the readings of each sensor of the device entered at that position of the queue, as far as it is known. */
  chainsInUse(deviceId: number, position: Position): Promise<ChainUse[]>;
  /** Where readings of an account were lost at this time or later, latest first, at most `limit` of them. */
  unsavedEnds(accountId: number, sinceMs: number, limit: number): Promise<UnsavedEnd[]>;
  /** What became of requests that arrived before this time has been forgotten; 0 if nothing has. */
  forgottenBeforeMs(): Promise<number>;
  /** How far a partition of the queue is settled for a device: up to its first parked reading. */
  settledPosition(deviceId: number, partition: number): Promise<Position>;
  close(): Promise<void>;
}

export interface ReadingFates extends FateEnd, Pick<FateRun, "first" | "readings" | "letterId"> {}
