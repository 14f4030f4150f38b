import type { SortOrder } from "@weir/protocol/closed-sets";
/** What may be asked of saved readings. Times are microseconds since 1970; `deviceUs` may exceed a double's precision. */
export interface ReadingQueries {
  /**
   * Readings of a sensor in order of time, then value, from `fromUs` (inclusive) to `toUs` (exclusive), in pages. What is
   * saved all the while it is read comes once; what is saved or deleted meanwhile may come or not. The same holds for
   * a listing that goes on `after` the last reading of an earlier one. However long the list is, only a page of it is in
   * memory, nothing of the store is held between two pages, and other work gets its turn there. No page is empty.
   */
  readings(query: RangeQuery): AsyncIterable<readonly StoredReading[]>;
  /**
   * Of each sensor the saved reading with the latest time, not the last to arrive; of several at the same time the one that
   * was received last. Sensors without readings are left out.
   */
  latestOf(sensorIds: readonly number[]): Promise<Map<number, StoredReading>>;
  /** The first and the last time of each sensor's readings. Sensors without readings are left out. */
  spansOf(sensorIds: readonly number[]): Promise<Map<number, ReadingSpan>>;
  /** What the readings of a sensor come to, bucket by bucket. Long work is done in portions, between which others run. */
  buckets(query: BucketQuery): Promise<ReadingBuckets>;
  /** What is written of the connections of these devices. Those that never connected are left out. */
  connectionsOf(deviceIds: readonly number[]): Promise<Map<number, WrittenConnection>>;
  /** How far the device's clock was last seen behind the server's; negative where ahead, null where it never told. */
  clockOffsetMs(deviceId: number): Promise<number | null>;
  /** Battery levels of a device in order of arrival, then voltage, in pages like readings. */
  batteryHistory(query: BatteryQuery): AsyncIterable<readonly BatteryLevel[]>;
  /** Of each device the battery level that arrived last. Devices without one are left out. */
  latestBatteriesOf(deviceIds: readonly number[]): Promise<Map<number, BatteryLevel>>;
  close(): Promise<void>;
}

/** Where a reading is in the order of its sensor's readings. */
export interface ReadingKey {
  readonly atUs: number;
  readonly value: number;
}

export interface RangeQuery {
  readonly sensorId: number;
  readonly fromUs?: number;
  readonly toUs?: number;
  readonly limit?: number;
  /** The oldest first, unless it says otherwise. */
  readonly order?: SortOrder;
  /** Only what comes after this, in that order. */
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
  /** Ascending: bucket n is from edge n (inclusive) to edge n + 1. From the first to the last edge is all that counts. */
  readonly edgesUs: Float64Array;
}

/** A column for each figure, a number for each bucket. Where the count is 0 the others mean nothing. */
export interface ReadingBuckets {
  readonly counts: Float64Array;
  readonly sums: Float64Array;
  readonly minima: Float64Array;
  readonly maxima: Float64Array;
  /** In order of time, then value. */
  readonly firsts: Float64Array;
  readonly lasts: Float64Array;
}

export interface WrittenConnection {
  readonly lastConnectedMs: number;
  /** What was noted with it of how often the device sends, as it was given; null where nothing was. */
  readonly rhythm: string | null;
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
  /** The oldest first, unless it says otherwise. */
  readonly order?: SortOrder;
  /** Only what comes after this level, in that order. */
  readonly after?: BatteryLevel;
}
