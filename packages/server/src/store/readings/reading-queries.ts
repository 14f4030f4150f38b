import type { SortOrder } from "@weir/protocol/closed-sets";
/** Answers questions about saved readings. Times are microseconds since 1970; `deviceUs` may exceed a double's precision. */
export interface ReadingQueries {
  /**
   * Readings of a sensor ordered by time, then value, from `fromUs` (inclusive) to `toUs` (exclusive), in pages. A
   * reading that is stored throughout comes exactly once; one that is saved or deleted meanwhile may come or not. The
   * same holds for a listing that continues `after` the last reading of an earlier one. However long the list is, only
   * one page is in memory, nothing of the store is held between two pages, and other work gets its turn there. No page
   * is empty.
   */
  readings(query: RangeQuery): AsyncIterable<readonly StoredReading[]>;
  /**
   * The saved reading of each sensor with the latest time, which need not be the last to arrive. Among several with the
   * same time, the one received last. Sensors without readings are left out.
   */
  latestOf(sensorIds: readonly number[]): Promise<Map<number, StoredReading>>;
  /** The first and the last time of each sensor's readings. Sensors without readings are left out. */
  spansOf(sensorIds: readonly number[]): Promise<Map<number, ReadingSpan>>;
  /** Aggregates the readings of a sensor into buckets. Long work is done in portions, between which others run. */
  buckets(query: BucketQuery): Promise<ReadingBuckets>;
  /** The stored connection times of these devices. Devices that never connected are left out. */
  connectionsOf(deviceIds: readonly number[]): Promise<Map<number, WrittenConnection>>;
  /** Devices of all accounts whose clock is wrong now. */
  devicesWithWrongClocks(): Promise<number[]>;
  /**
   * How far the device's clock was last seen behind the server's. Negative if it is ahead, null if the device never
   * sent a time.
   */
  clockOffsetMs(deviceId: number): Promise<number | null>;
  /** Battery levels of a device ordered by arrival, then voltage, in pages like readings. */
  batteryHistory(query: BatteryQuery): AsyncIterable<readonly BatteryLevel[]>;
  /** The battery level of each device that arrived last. Devices without one are left out. */
  latestBatteriesOf(deviceIds: readonly number[]): Promise<Map<number, BatteryLevel>>;
  close(): Promise<void>;
}

/** The place of a reading in the order of its sensor's readings. */
export interface ReadingKey {
  readonly atUs: number;
  readonly value: number;
}

export interface RangeQuery {
  readonly sensorId: number;
  readonly fromUs?: number;
  readonly toUs?: number;
  readonly limit?: number;
  /** Oldest first by default. */
  readonly order?: SortOrder;
  /** Only readings after this one, in that order. */
  readonly after?: ReadingKey;
}

export interface StoredReading extends ReadingKey {
  readonly receivedUs: number;
  readonly deviceUs: bigint | null;
  /** JSON text. */
  readonly metadata: string | null;
}

export interface ReadingSpan {
  readonly firstUs: number;
  readonly lastUs: number;
}

export interface BucketQuery {
  readonly sensorId: number;
  readonly fromUs: number;
  readonly toUs: number;
  /**
   * Ascending edges. Bucket n reaches from edge n (inclusive) to edge n + 1 (exclusive). Readings outside all buckets
   * do not count.
   */
  readonly edgesUs: Float64Array;
}

/** One column per figure, one number per bucket. Where the count is 0, the other figures mean nothing. */
export interface ReadingBuckets {
  readonly counts: Float64Array;
  readonly sums: Float64Array;
  readonly minima: Float64Array;
  readonly maxima: Float64Array;
  /** The first reading of each bucket, ordered by time, then value. */
  readonly firsts: Float64Array;
  readonly lasts: Float64Array;
}

export interface WrittenConnection {
  readonly lastConnectedMs: number;
  /** The recorded sending rhythm of the device, as it was given, or null. */
  readonly rhythm: string | null;
  /** Only if the device, whose times were right before, sends times far in the past. */
  readonly wrongClock?: WrongClock;
}

export interface WrongClock {
  /** When the last request with such times arrived. */
  readonly wrongMs: number;
  /** How far behind its arrival the newest of its times was. */
  readonly behindMs: number;
}

export interface BatteryLevel {
  readonly receivedUs: number;
  readonly volts: number;
}

export interface BatteryQuery {
  readonly deviceId: number;
  /** Received from this time (inclusive) to `toUs` (exclusive). */
  readonly fromUs?: number;
  readonly toUs?: number;
  readonly limit?: number;
  /** Oldest first by default. */
  readonly order?: SortOrder;
  /** Only levels after this one, in that order. */
  readonly after?: BatteryLevel;
}
