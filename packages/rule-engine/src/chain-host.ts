import type { ChainLogLevel, Severity } from "@weir/protocol/closed-sets";
import type { ChainReading } from "./chain-reading.ts";
import type { ChainMessage } from "./message.ts";

/**
 * The effects a chain may have: the processor carries them out, a dry run only records them. Everything takes effect with the
 * batch of readings, or not at all. A host belongs to one chain; nodes are named by their id.
 */
export interface ChainHost {
  /** Saves the reading as it is now, under a sensor of its device. */
  save(reading: ChainReading, sensorId: number): void;
  /** Returns the id of another sensor of the reading's device. */
  sensorOf(reading: ChainReading, slug: string): number | undefined;
  /** Returns whether the alarm was raised now; false if it was active already. */
  raiseAlarm(reading: ChainReading, nodeId: string, alarm: Alarm): boolean;
  /** Returns whether there was an active alarm of that name. */
  clearAlarm(reading: ChainReading, name: string): boolean;
  /** Puts the message into the outbox. Returns why it could not, or null. */
  send(reading: ChainReading, nodeId: string, message: ChainMessage): string | null;
  log(reading: ChainReading, nodeId: string, level: ChainLogLevel, text: string): void;
  /** Runs the reading through another chain of the account. Returns why it could not, or null. */
  enterChain(reading: ChainReading, chainUuid: string): string | null;
  /** Records the node's last error, whatever becomes of the reading. */
  failed(reading: ChainReading, nodeId: string, reason: string): void;
  /** Called if nothing handles the failure: the reading becomes a dead letter. */
  deadLetter(reading: ChainReading, nodeId: string, reason: string): void;
  /** Called when the reading has left a node by an output without a wire. Unless it is saved, this is where it ended. */
  ended(counter: OutputCounter): void;
  /** Returns the same counter for the same output, whichever version of the chain asks. */
  counter(nodeId: string, output: string): OutputCounter;
  /** Returns the same states for the same key, whichever version of the chain asks, as long as the size stays. */
  states(stateKey: string, size: number): SensorStates;
  /** Observes every step, for traces and dry runs; null in normal operation, which then costs nothing. */
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

/** A few numbers that a node keeps per sensor, from reading to reading. */
export interface SensorStates {
  /** Returns the numbers to read and change; all zero for a new sensor. */
  of(sensorId: number): Float64Array;
}

export interface ChainObserver {
  entered(nodeId: string, reading: ChainReading): void;
  left(nodeId: string, output: string, reading: ChainReading): void;
}
