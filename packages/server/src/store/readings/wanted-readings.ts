/** Readings to find in the store by what a device sent: sensor, value and its own time. In columns, because there are many. */
export interface WantedReadings {
  readonly sensorIds: readonly number[];
  readonly values: readonly number[];
  /** The time the device sent. */
  readonly seconds: readonly number[];
  readonly micros: readonly number[];
  /** The stored time, within `spreadUs`. */
  readonly atUs: readonly number[];
  readonly spreadUs: number;
}

/** Later than `afterUs` and earlier than `beforeUs`, both of which may be infinite. */
export interface FreeStretch {
  readonly afterUs: number;
  readonly beforeUs: number;
}

export interface FoundReadings {
  /** When each reading was received; 0 if it is not stored. */
  readonly receivedMs: readonly number[];
  /** The newest timestamp of each sensor; -1 if it has none. */
  readonly newestUs: readonly (readonly [sensorId: number, newestUs: number])[];
  /** Stretches around the first and the last wanted time of each sensor in which nothing of it is stored. */
  readonly free: readonly (FreeStretch & { readonly sensorId: number })[];
}
