import type { ImportMode } from "@weir/protocol/closed-sets";
import type { ReachedLimit } from "../../manage-error.ts";

/** The readings of an import in columns, because there are many. */
export interface ImportedReadings {
  readonly deviceIds: number[];
  readonly sensorIds: number[];
  readonly atUs: number[];
  readonly values: number[];
  /** JSON texts, "" if there is none. */
  readonly metadata: string[];
  /** When they first arrived; null if the file does not say, which counts as now. Only the store keeps it. */
  readonly receivedUs: (number | null)[];
  /** The time the device sent, split as in the queue; -1 seconds if there is none. Only the store keeps it. */
  readonly deviceSeconds: number[];
  readonly deviceMicros: number[];
}

export interface TakenReadings {
  readonly accepted: number;
  /** Known to be stored already, or repeated in the same file. */
  readonly duplicates: number;
}

/** An account has reached a limit, so nothing was accepted. */
export interface RefusedReadings {
  readonly refused: string;
  readonly limit: ReachedLimit;
}

/**
 * Where imported readings go.
 *
 * Promises: `take` resolves only when a crash cannot lose them. Accepting the same readings again changes nothing: the
 * store keeps one of each (sensor, time, value), and readings for the queue pass the memory of duplicates, which
 * survives a crash because it is read back from the queue. Within the replay window, readings that this memory has
 * forgotten are looked up in the store. Rejects with ImportUnavailableError if they cannot be accepted now.
 */
export interface ImportSink {
  /** How far ahead of now the time of a reading may be, as for devices. */
  readonly aheadMaxMs: number;
  take(mode: ImportMode, readings: ImportedReadings): Promise<TakenReadings>;
}

/** The queue has no room, or the server is not running. The same part can be sent again later. */
export class ImportUnavailableError extends Error {
  readonly code = "import_unavailable";
  /** The limit that was reached, if that is the reason. */
  readonly limit: ReachedLimit | null;

  constructor(message: string, options: ErrorOptions & { readonly limit?: ReachedLimit | null } = {}) {
    super(message, options);
    this.limit = options.limit ?? null;
  }
}

export function noReadings(): ImportedReadings {
  return {
    deviceIds: [],
    sensorIds: [],
    atUs: [],
    values: [],
    metadata: [],
    receivedUs: [],
    deviceSeconds: [],
    deviceMicros: [],
  };
}
