import type { ReachedLimit } from "../platform/reached-limit.ts";

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
