import type { FreeStretch, WantedReadings } from "../../queue/wanted-readings.ts";

/** Finds stored readings by what a device sent: sensor, value and its own time. */
export interface StoredIdentities {
  /** When each reading was received, in milliseconds; 0 if it is not stored. */
  receivedMs(readings: WantedReadings): Promise<readonly number[]>;
  /** The latest time of a sensor's newest reading, as stored or as sent, whichever is later; -1 if it has none. */
  newestUs(sensorId: number): Promise<number>;
  /** The longest stretch around a time in which no reading of the sensor is stored; null if there is one at that time. */
  freeAround(sensorId: number, us: number): Promise<FreeStretch | null>;
}
