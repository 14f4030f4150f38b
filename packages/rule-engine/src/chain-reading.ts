import type { SensorSource } from "./sensor-source.ts";

/**
 * The reading on its way through a chain. One object is reused for all readings, so a node must not keep a reference to it.
 * Nodes may change `value` and `metadata`; all other fields are fixed.
 */
export interface ChainReading {
  source: SensorSource;
  atUs: number;
  value: number;
  receivedUs: number;
  /** The time the device sent, split because it may be in any year; -1 if it sent none. */
  deviceSeconds: number;
  deviceMicros: number;
  /** JSON text of an object, "" if there is none. */
  metadata: string;
  batteryVolts: number | null;
}
