import type { ImportMode } from "@weir/protocol/closed-sets";
import type { ReachedLimit } from "../../manage-error.ts";

/** Readings of an import, in columns, because there are many. */
export interface ImportedReadings {
  readonly deviceIds: number[];
  readonly sensorIds: number[];
  readonly atUs: number[];
  readonly values: number[];
  /** JSON texts, "" where there is none. */
  readonly metadata: string[];
  /** When they first came in; null where the file does not say, which counts as now. Only the store keeps it. */
  readonly receivedUs: (number | null)[];
  /** The time the device sent, split as in the queue; -1 seconds where there is none. Only the store keeps it. */
  readonly deviceSeconds: number[];
  readonly deviceMicros: number[];
}

export interface TakenReadings {
  readonly accepted: number;
  /** Known to be there already. The store does not say, so there only the chain's way counts them. */
  readonly duplicates: number;
}

/** An account has reached a limit, so nothing was taken. */
export interface RefusedReadings {
  readonly refused: string;
  readonly limit: ReachedLimit;
}

/**
 * Where imported readings go.
 *
 * Promises: `take` resolves only when a crash cannot lose them. Taking the same readings again changes nothing: the store
 * has one of each (sensor, time, value), and what goes to the queue passes the memory of duplicates, which outlives a
 * crash because it is read back from the queue. What that memory has forgotten is looked up in the store, for the length of
 * the replay window. Rejects with ImportUnavailableError when they cannot be taken now.
 */
export interface ImportSink {
  /** How far ahead of now the time of a reading may be: as far as that of a device's. */
  readonly aheadMaxMs: number;
  take(mode: ImportMode, readings: ImportedReadings): Promise<TakenReadings>;
}

/** The queue has no room, or the server is not running. The same part can be sent again later. */
export class ImportUnavailableError extends Error {
  readonly code = "import_unavailable";
  /** The limit that keeps them out, where it is one. */
  readonly limit: ReachedLimit | null;

  constructor(message: string, options: ErrorOptions & { readonly limit?: ReachedLimit | null } = {}) {
    super(message, options);
    this.limit = options.limit ?? null;
  }
}

export function noReadings(): ImportedReadings {
  return {
    ...{ deviceIds: [], sensorIds: [], atUs: [], values: [], metadata: [] },
    ...{ receivedUs: [], deviceSeconds: [], deviceMicros: [] },
  };
}
