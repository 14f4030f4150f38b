/** Readings to be found in the store by what a device sent: sensor, value and its own time. In columns, because there are many. */
export interface WantedReadings {
  readonly sensorIds: readonly number[];
  readonly values: readonly number[];
  /** The time the device sent. */
  readonly seconds: readonly number[];
  readonly micros: readonly number[];
  /** The time in the store, give or take `spreadUs`. */
  readonly atUs: readonly number[];
  readonly spreadUs: number;
}

export interface FoundReadings {
  /** When each was received; 0 where it is not stored. */
  readonly receivedMs: readonly number[];
  /** Of each sensor the newest timestamp there is; -1 where there is none. */
  readonly newestUs: readonly (readonly [sensorId: number, newestUs: number])[];
}
