import type { SettledFate, UnsavedFate } from "@weir/protocol/closed-sets";
import type { Position } from "../queue/position.ts";

/**
 * What became of accepted readings that were not saved: already stored, ended by their chain, or dead. Everything else that is settled
 * was saved, which is by far the most, so saved readings cost nothing here.
 *
 * Promises: belongs to the batch that `ReadingStore.begin` opened, so a fate is known exactly when its reading is settled.
 * Past a limit the oldest are forgotten; `forgottenBeforeMs` of the queries says which requests that concerns.
 * Does not promise: what came after. A dead reading stays dead here when its letter is replayed or discarded, because a
 * letter does not know its request; that the letter is gone tells as much. Of an entry of the queue that is damaged, the part that cannot be read has no fates.
 */
export interface ReceiptStore {
  write(fates: BatchFates): void;
  /** Where readings of devices were lost. Kept is, of each device and end, when that first and last happened. */
  unsaved(ends: readonly UnsavedEnd[]): void;
  /** From this entry of the queue on, that is the chain of the sensor. May be told again. Kept are the last changes of each. */
  chainInUse(use: ChainUse): void;
}

export interface ChainUse {
  readonly deviceId: number;
  readonly sensorId: number;
  readonly chainId: number;
  readonly chainVersion: number;
  /** That of an entry of the queue. */
  readonly fromPosition: Position;
}

/** The fates of one batch. All those of a request are in one batch. */
export interface BatchFates {
  /** When the newest request among them arrived. */
  readonly lastArrivalMs: number;
  readonly ends: readonly FateEnd[];
  /** Readings of one request that follow on each other and ended alike; in any order. */
  readonly runs: readonly FateRun[];
}

export interface FateRun {
  readonly requestBoot: number;
  readonly requestNumber: number;
  /** The first of them among the accepted readings of its request, counted from 0. */
  readonly first: number;
  readonly readings: number;
  /** The place of their end in `ends`. */
  readonly end: number;
  /** Of dead ones: the id of the first one's letter, which those of the others follow on; null where it is not known. */
  readonly letterId: number | null;
}

/**
 * Where readings of a device ended that should have been saved: at an output without a wire, or by failing. Those that
 * used up their processing time are told apart, at the node that took most of it.
 */
export interface UnsavedEnd {
  readonly accountId: number;
  readonly deviceId: number;
  readonly fate: UnsavedFate | "too_expensive";
  readonly chainId: number;
  readonly chainVersion: number;
  /** Null if the chain itself could not run. */
  readonly nodeId: string | null;
  /** Null of those that failed. */
  readonly output: string | null;
  /** Of one of the last of these readings: its sensor, and its value as it was sent. */
  readonly sensorId: number;
  readonly value: number;
  /** When the first and the last request with such a reading arrived. */
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Where readings ended. */
export interface FateEnd {
  readonly fate: Exclude<SettledFate, "saved">;
  /** Null where the sensor was removed before its reading came up. */
  readonly chainId: number | null;
  readonly chainVersion: number | null;
  /** Null where the chain itself could not run, or let go of them without an output. */
  readonly nodeId: string | null;
  /** The output by which they would have left the node; null of dead ones. */
  readonly output: string | null;
  /**
   * Of ended ones: whether the chain means to end them there, and does not just lack a wire. Null of all others, where no
   * chain ended them, and where an older version wrote this down.
   */
  readonly onPurpose: boolean | null;
}
