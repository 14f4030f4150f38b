import type { ChainLogLevel, Severity } from "@weir/protocol/closed-sets";
import type { ChainReading } from "./chain-reading.ts";
import type { OutboxMessage } from "./message.ts";

/**
 * What a chain may do to the world: the processor does it for good, a dry run only notes it. Everything takes effect
 * with the batch of readings, or not at all. A host belongs to one chain; nodes are named by their id.
 */
export interface ChainHost {
  /** Saves the reading as it is now, under a sensor of its device. */
  save(reading: ChainReading, sensorId: number): void;
  /** The id of another sensor of the reading's device. */
  sensorOf(reading: ChainReading, slug: string): number | undefined;
  /** Whether the alarm was raised now; false when it was active already. */
  raiseAlarm(reading: ChainReading, nodeId: string, alarm: Alarm): boolean;
  /** Whether there was an active alarm of that name. */
  clearAlarm(reading: ChainReading, name: string): boolean;
  /** Puts the message into the outbox; returns why it could not, or null. */
  send(reading: ChainReading, nodeId: string, message: OutboxMessage): string | null;
  log(reading: ChainReading, nodeId: string, level: ChainLogLevel, text: string): void;
  /** Runs the reading through another chain of the account; returns why it could not, or null. */
  enterChain(reading: ChainReading, chainUuid: string): string | null;
  /** Notes the node's last error, whatever becomes of the reading. */
  failed(reading: ChainReading, nodeId: string, reason: string): void;
  /** Nothing handles the failure: the reading is put aside for a person. */
  deadLetter(reading: ChainReading, nodeId: string, reason: string): void;
  /** The reading has left a node by an output that leads nowhere. Unless it is saved, this is where it ended. */
  ended(counter: OutputCounter): void;
  /** The same counter for the same output, whatever version of the chain asks. */
  counter(nodeId: string, output: string): OutputCounter;
  /** The same states for the same key, whatever version of the chain asks, as long as the size stays. */
  states(stateKey: string, size: number): SensorStates;
  /** Watches every step, for traces and dry runs; null in normal operation, which then pays nothing for it. */
  readonly observer: ChainObserver | null;
}

export interface Alarm {
  readonly name: string;
  readonly severity: Severity;
  readonly message: string;
}

/** How many readings left by an output, and how many of them ended there unsaved. */
export interface OutputCounter {
  readings: number;
  ended: number;
}

/** A few numbers that a node keeps for each sensor, from reading to reading. */
export interface SensorStates {
  /** The numbers to read and change; all zero for a sensor that was not seen before. */
  of(sensorId: number): Float64Array;
}

export interface ChainObserver {
  entered(nodeId: string, reading: ChainReading): void;
  left(nodeId: string, output: string, reading: ChainReading): void;
}
