import type { RequestNumber } from "./packed-readings.ts";
import type { Position } from "./position.ts";

/**
 * What the accepted readings of a request were, as the queue holds them for as long as it recognises their repeats. Reads
 * beside the queue's writer, and costs neither ingest nor the processor anything.
 */
export interface AcceptedReadings {
  /**
   * In the order of the request, at most `max`; null where the queue does not keep them any more. `position` is how far
   * the partition of its device had grown when the request was answered.
   */
  of(request: RequestNumber, position: Position, max: number): Promise<readonly AcceptedReading[] | null>;
  close(): Promise<void>;
}

export interface AcceptedReading {
  readonly sensorId: number;
  /** As it was sent, before any chain. */
  readonly value: number;
  readonly atUs: number;
}
