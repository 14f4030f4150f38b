import type { SensorSource } from "./sensor-source.ts";

/**
 * The reading on its way through a chain. One object is reused for all readings: a node keeps no reference to it. Nodes
 * may change `value` and `metadata`; the rest is what happened.
 */
export interface ChainReading {
  source: SensorSource;
  atUs: number;
  value: number;
  receivedUs: number;
  /** The time the device sent, split because it may be any year; -1 where it sent none. */
  deviceSeconds: number;
  deviceMicros: number;
  /** JSON text of an object, "" where there is none. */
  metadata: string;
  batteryVolts: number | null;
}
