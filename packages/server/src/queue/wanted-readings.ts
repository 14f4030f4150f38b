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

/** A stretch of time: later than `afterUs` and earlier than `beforeUs`. Both may be infinite. */
export interface FreeStretch {
  readonly afterUs: number;
  readonly beforeUs: number;
}

export interface FoundReadings {
  /** When each reading was received; 0 if it is not stored. */
  readonly receivedMs: readonly number[];
  /** The newest timestamp of each sensor; -1 if it has none. */
  readonly newestUs: readonly (readonly [sensorId: number, newestUs: number])[];
  /**
   * Stretches around the first and the last wanted time of a sensor in which nothing of it is stored. They may be left
   * out.
   */
  readonly free: readonly (FreeStretch & { readonly sensorId: number })[];
}

/** The first and the last time of a sensor's readings. */
export interface SensorSpan {
  readonly sensorId: number;
  readonly fromUs: number;
  readonly toUs: number;
}

/** Returns each wanted sensor with its first and last time. */
export function spansOf({ sensorIds, atUs }: WantedReadings): SensorSpan[] {
  const spans = new Map<number, SensorSpan>();
  for (const [nth, sensorId] of sensorIds.entries()) {
    const us = atUs[nth]!;
    const { fromUs, toUs } = spans.get(sensorId) ?? { fromUs: us, toUs: us };
    if (us <= fromUs || us >= toUs)
      spans.set(sensorId, { sensorId, fromUs: Math.min(fromUs, us), toUs: Math.max(toUs, us) });
  }
  return [...spans.values()];
}
