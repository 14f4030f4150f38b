import type { SettledFate, UnsavedFate } from "@weir/protocol/closed-sets";
import type { Position } from "../../queue/position.ts";

/** That a sensor uses a chain from an entry of the queue on. The last changes of each sensor are kept. */
export interface ChainUse {
  readonly deviceId: number;
  readonly sensorId: number;
  readonly chainId: number;
  readonly chainVersion: number;
  /** The position of an entry of the queue. */
  readonly fromPosition: Position;
}

/**
 * What became of the accepted readings of a batch that were not saved: already stored, ended by their chain, or dead. Every
 * other settled reading was saved. That is by far the most common fate, so it costs nothing here. All fates of a request
 * are in the same batch.
 *
 * Past a limit the oldest fates are forgotten; `forgottenBeforeMs` of the queries tells which requests are affected. Does
 * not promise what happened later: a dead reading stays dead here when its letter is replayed or discarded, because a
 * letter does not know its request. The unreadable part of a damaged queue entry has no fates.
 */
export interface BatchFates {
  /** When the newest request among them arrived. */
  readonly lastArrivalMs: number;
  readonly ends: readonly FateEnd[];
  /** Neighbouring readings of one request that ended alike, in any order. */
  readonly runs: readonly FateRun[];
}

export interface FateRun {
  readonly requestBoot: number;
  readonly requestNumber: number;
  /** The index of the first reading among the accepted readings of its request. */
  readonly first: number;
  readonly readings: number;
  /** The index of their end in `ends`. */
  readonly end: number;
  /** For dead readings: the letter id of the first one; those of the others follow. Null if unknown. */
  readonly letterId: number | null;
}

/**
 * Where readings of a device ended that should have been saved: at an output without a wire, or by a failure. Readings
 * that used up their processing time are listed at the node that took most of it.
 */
export interface UnsavedEnd {
  readonly accountId: number;
  readonly deviceId: number;
  readonly fate: UnsavedFate | "too_expensive";
  readonly chainId: number;
  readonly chainVersion: number;
  /** Null if the chain itself could not run. */
  readonly nodeId: string | null;
  /** Null for readings that failed. */
  readonly output: string | null;
  /** The sensor of one of the latest of these readings, and its value as it was sent. */
  readonly sensorId: number;
  readonly value: number;
  /** When the first and the last request with such a reading arrived. */
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Where readings ended. */
export interface FateEnd {
  readonly fate: Exclude<SettledFate, "saved">;
  /** Null if the sensor was removed before its reading was processed. */
  readonly chainId: number | null;
  readonly chainVersion: number | null;
  /** Null if the chain itself could not run, or ended the readings without an output. */
  readonly nodeId: string | null;
  /** The output by which the readings would have left the node; null for dead readings. */
  readonly output: string | null;
  /**
   * For ended readings: true if the chain ends them there on purpose, false if a wire is missing. Null for all others,
   * for readings that no chain ended, and for fates that an older version wrote.
   */
  readonly onPurpose: boolean | null;
}
