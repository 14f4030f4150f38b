/** How many readings of a sensor are stored. */
export interface StoredCounts {
  of(sensorId: number): Promise<number>;
}
