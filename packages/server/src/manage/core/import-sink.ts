import type { ImportMode } from "@weir/protocol/closed-sets";
import type { ImportedReadings, TakenReadings } from "../../bus/imported-readings.ts";
import type { ReachedLimit } from "../../platform/reached-limit.ts";

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
