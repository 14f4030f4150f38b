import type { RequestNumber } from "./packed-readings.ts";
import type { Position } from "./position.ts";

/**
 * Finds the accepted readings of a request in the queue, which holds them for as long as it recognises their repeats.
 * Reads independently of the queue's writer, so neither ingest nor the processor is slowed down.
 */
export interface AcceptedReadings {
  /**
   * Returns at most `max` readings, in the order of the request, or null if the queue no longer keeps them. `position` is
   * the end of the device's partition at the time the request was answered.
   */
  of(request: RequestNumber, position: Position, max: number): Promise<readonly AcceptedReading[] | null>;
  close(): Promise<void>;
}

export interface AcceptedReading {
  readonly sensorId: number;
  /** As it was sent, before any chain changed it. */
  readonly value: number;
  readonly atUs: number;
}
