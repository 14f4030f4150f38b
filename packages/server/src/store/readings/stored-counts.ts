/** Counts the stored readings of a sensor. */
export interface StoredCounts {
  of(sensorId: number): Promise<number>;
}
