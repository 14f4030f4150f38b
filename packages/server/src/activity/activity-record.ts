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
  /** Where it came from: the client's address. */
  readonly source: string;
  readonly endpoint: EndpointName;
  /** The sensor that the URL named; null where it named none that the device had. */
  readonly sensorId: number | null;
  /** Null if the body was not read. */
  readonly bodyBytes: number | null;
  readonly status: number;
  /** The code of the refusal: what the device was told ("invalid_token"), or "device_disabled"; null where readings got through. */
  readonly error: string | null;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: RejectedCounts | null;
  /** How far the device's clock was behind the server's, where it sent its own; negative where it was ahead. */
  readonly clockOffsetMs: number | null;
  /** When the queue is settled up to here, so are the accepted readings. Null where there are none. */
  readonly position: Position | null;
  /** The readings that were not accepted, up to a limit, in order. */
  readonly findings: readonly ReadingFinding[];
  /** What was wrong with the body as a whole: problems by field, up to a limit. */
  readonly problems: Readonly<Record<string, readonly string[]>> | null;
}

/** Why one reading of a request was not accepted. */
export interface ReadingFinding {
  /** Its place in the request's data, counted from 0. */
  readonly position: number;
  readonly reason: DropReason | "dropped_duplicate";
  /** The sensor it was for, where it matched one; else what the device called it. */
  readonly sensorId: number | null;
  readonly identifier: string | null;
  /** Null where there was none that could be read. */
  readonly value: number | null;
  /** The time the device sent, whole seconds and microseconds apart; null where it sent none that could be read. */
  readonly sent: readonly [seconds: number, micros: number] | null;
  /** Of a duplicate: when the reading it repeats arrived, and until when a repeat is recognised. */
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
  /** Added to the times of the request, as on arrival: how far the device's clock was behind, in microseconds. */
  readonly correctionUs: number;
  /** The sensor as the URL names it; null on the batch endpoint. */
  readonly urlSensor: string | null;
  /** The entry as JSON text. */
  readonly entry: string;
}

/** Readings that ingest did not accept, by whose they were. */
export interface Refusals {
  readonly accountId: number;
  readonly deviceId: number;
  /** 0 where it is not known which sensor was meant. */
  readonly sensorId: number;
  readonly duplicates: number;
  readonly rejected: RejectedCounts;
}

/** Requests of an account that were refused as a whole. All are counted, also those of which no record is kept. */
export interface RefusedRequests {
  readonly accountId: number;
  readonly refused: RefusedCounts;
}

/** The activity of devices since it was last collected. */
export interface CollectedActivity {
  /** Requests kept of each device. */
  readonly keptPerDevice: number;
  /** The oldest first. */
  readonly records: readonly ActivityRecord[];
  readonly rejected: readonly RejectedReading[];
  readonly refusals: readonly Refusals[];
  readonly refusedRequests: readonly RefusedRequests[];
}
