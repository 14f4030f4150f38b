/** The readings in a request: one reading, a thousand of one sensor, or one of each of a thousand sensors. */
type Shape = "single" | "bulk" | "interleaved";

export interface Load {
  readonly shape: Shape;
  /** Devices that send in turn. Each has one sensor, or a thousand if readings are interleaved. */
  readonly deviceCount: number;
  readonly connections: number;
  /** Half of the readings of each bulk request repeat the request before it, as when a device sends its buffer twice. */
  readonly isOverlapping?: true;
}

export const bulkReadings = 1000;

export const singleLoad: Load = { shape: "single", deviceCount: 64, connections: 64 };
/** For a cluster, whose queue has several partitions: with few devices at once each entry of it would hold few readings. */
export const manySinglesLoad: Load = { shape: "single", deviceCount: 512, connections: 512 };
export const bulkLoad: Load = { shape: "bulk", deviceCount: 8, connections: 8 };
export const overlappingLoad: Load = { ...bulkLoad, isOverlapping: true };
export const interleavedLoad: Load = { shape: "interleaved", deviceCount: 1, connections: 8 };

export function readingsPerRequest({ shape }: Load): number {
  return shape === "single" ? 1 : bulkReadings;
}

/** Readings of a request that no request before it held. */
export function newReadingsPerRequest(load: Load): number {
  return load.isOverlapping ? bulkReadings / 2 : readingsPerRequest(load);
}

export function sensorsPerDevice({ shape }: Load): number {
  return shape === "interleaved" ? bulkReadings : 1;
}

/** Names of equal length, so that all requests of a load have one length. */
export function sensorName(index: number): string {
  return `sensor-${String(index).padStart(3, "0")}`;
}
