import type { EndpointName } from "@weir/protocol/contracts";
import type { DropReason, RejectedCounts } from "@weir/protocol/drop-reasons";
import type { RefusedCounts } from "@weir/protocol/request-reasons";
import type { Position } from "../queue/position.ts";

/** A request of a device as the server saw it. */
export interface ActivityRecord {
  readonly accountId: number;
  readonly deviceId: number;
  /** Its X-Request-Id. */
  readonly requestId: string;
  readonly arrivalMs: number;
  readonly durationMs: number;
  /** The client's address. */
  readonly source: string;
  readonly endpoint: EndpointName;
  /** The sensor that the URL named; null if it named none, or none of the device's. */
  readonly sensorId: number | null;
  /** Null if the body was not read. */
  readonly bodyBytes: number | null;
  readonly status: number;
  /**
   * The code of the refusal as the device received it (such as "invalid_token"), or "device_disabled"; null if the
   * request was not refused.
   */
  readonly error: string | null;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: RejectedCounts | null;
  /** How far the device's clock was behind the server's, if it sent its time; negative if it was ahead. */
  readonly clockOffsetMs: number | null;
  /** Only if the clock of the device seems to be wrong: how far behind its arrival the newest time of the request is. */
  readonly behindMs?: number | undefined;
  /** The accepted readings are settled once the queue is settled up to here. Null if there are none. */
  readonly position: Position | null;
  /** The readings that were not accepted, up to a limit, in order. */
  readonly findings: readonly ReadingFinding[];
  /** What was wrong with the body as a whole: problems by field, up to a limit. */
  readonly problems: Readonly<Record<string, readonly string[]>> | null;
}

/** Why one reading of a request was not accepted. */
export interface ReadingFinding {
  /** The sensor that the reading matched; null if it matched none, and `identifier` is the name that the device sent. */
  readonly position: number;
  readonly reason: DropReason | "dropped_duplicate";
  /** The sensor that the reading matched; null if it matched none, and `name` is what the device sent. */
  readonly sensorId: number | null;
  readonly identifier: string | null;
  /** Null if the reading had no readable value. */
  readonly value: number | null;
  /** The time the device sent, as whole seconds and microseconds; null if it sent none that is readable. */
  readonly sent: readonly [seconds: number, micros: number] | null;
  /** For a duplicate: when the repeated reading arrived, and until when repeats are recognised. */
  readonly matchedMs: number | null;
  readonly untilMs: number | null;
}

/** A rejected reading, kept as it was sent for somebody to submit again. */
export interface RejectedReading {
  readonly accountId: number;
  readonly deviceId: number;
  readonly requestId: string;
  readonly position: number;
  readonly reason: DropReason;
  readonly arrivalMs: number;
  /** How far the device's clock was behind, in microseconds. It is added to the times of the entry, as on arrival. */
  readonly correctionUs: number;
  /** The sensor as the URL names it; null on the batch endpoint. */
  readonly urlSensor: string | null;
  /** The entry as JSON text. */
  readonly entry: string;
}

/** Counts of readings that ingest did not accept, by sensor. */
export interface Refusals {
  readonly accountId: number;
  readonly deviceId: number;
  /** 0 if it is unknown which sensor was meant. */
  readonly sensorId: number;
  readonly duplicates: number;
  readonly rejected: RejectedCounts;
}

/** Requests of an account that were refused as a whole. All are counted, including those without a record. */
export interface RefusedRequests {
  readonly accountId: number;
  readonly refused: RefusedCounts;
}

/** The activity of devices since it was last collected. */
export interface CollectedActivity {
  /** How many requests are kept of each device. */
  readonly keptPerDevice: number;
  /** Oldest first. */
  readonly records: readonly ActivityRecord[];
  readonly rejected: readonly RejectedReading[];
  readonly refusals: readonly Refusals[];
  readonly refusedRequests: readonly RefusedRequests[];
}
