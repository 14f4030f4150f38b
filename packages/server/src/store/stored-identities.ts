import type { WantedReadings } from "./wanted-readings.ts";

/** Finds stored readings by what a device sent: sensor, value and its own time. */
export interface StoredIdentities {
  /** When each of them was received, in milliseconds; 0 where there is none such. */
  receivedMs(readings: WantedReadings): Promise<readonly number[]>;
  /** The latest time that the newest reading of a sensor has, in the store or as sent; -1 where there is none. */
  newestUs(sensorId: number): Promise<number>;
}
