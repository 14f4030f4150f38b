/** What may be asked of saved readings. Times are microseconds since 1970; `deviceUs` may exceed a double's precision. */
export interface ReadingQueries {
  /** Readings of a sensor in order of time, from `fromUs` (inclusive) to `toUs` (exclusive), streamed. */
  readings(query: RangeQuery): IterableIterator<StoredReading>;
  /** The saved reading with the latest time, not the last to arrive. */
  latest(sensorId: number): StoredReading | null;
  lastConnectedMs(deviceId: number): number | null;
  /** The newest first. */
  batteryHistory(deviceId: number, limit: number): BatteryLevel[];
  close(): void;
}

export interface RangeQuery {
  readonly sensorId: number;
  readonly fromUs?: number;
  readonly toUs?: number;
  readonly limit?: number;
}

export interface StoredReading {
  readonly atUs: number;
  readonly value: number;
  readonly receivedUs: number;
  readonly deviceUs: bigint | null;
  /** JSON text. */
  readonly metadata: string | null;
}

export interface BatteryLevel {
  readonly receivedUs: number;
  readonly volts: number;
}
