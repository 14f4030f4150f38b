import { type EndpointName, endpointNames } from "@weir/protocol/contracts";
import type { RejectedCounts } from "@weir/protocol/drop-reasons";
import { onlyPartition, type Position, positionFrom } from "../queue/position.ts";
import { requestIdFormat } from "../queue/request-number.ts";
import type { ActivityRecord, ReadingFinding } from "./activity-record.ts";
import { codeOfRefusal, type PackedRequests, type RequestTrouble, refusalNames } from "./packed-requests.ts";
import {
  accepted,
  accountId,
  arrivalMs,
  bodyBytes,
  clockOffsetMs,
  deviceId,
  duplicates,
  durationMs,
  endpoint,
  error,
  none,
  requestNumber,
  rowNumbers,
  sensorId,
  sequence,
  source,
  status,
  trouble,
} from "./request-places.ts";

/** Returns records that read from the packed bytes. Complete objects would take several times the memory. */
export function recordsOf(packed: PackedRequests): ActivityRecord[] {
  const idOf = requestIdFormat(packed.boot);
  const records: ActivityRecord[] = [];
  for (let row = 0; row * rowNumbers < packed.rows.length; row++)
    records.push(new RequestRow(packed, row, idOf));
  return records;
}

/** A packed request. Each field is read when it is accessed. */
class RequestRow implements ActivityRecord {
  readonly #packed: PackedRequests;
  readonly #row: number;
  readonly #idOf: (requestNumber: number) => string;
  #requestId: string | null = null;

  constructor(packed: PackedRequests, row: number, idOf: (requestNumber: number) => string) {
    this.#packed = packed;
    this.#row = row;
    this.#idOf = idOf;
  }

  get accountId(): number {
    return this.#at(accountId);
  }

  get deviceId(): number {
    return this.#at(deviceId);
  }

  get requestId(): string {
    this.#requestId ??= this.#idOf(this.#at(requestNumber));
    return this.#requestId;
  }

  get arrivalMs(): number {
    return this.#at(arrivalMs);
  }

  get durationMs(): number {
    return this.#at(durationMs);
  }

  get source(): string {
    return this.#packed.sources[this.#at(source)]!;
  }

  get endpoint(): EndpointName {
    return endpointNames[this.#at(endpoint)]!;
  }

  get sensorId(): number | null {
    return this.#atUnlessNone(sensorId);
  }

  get bodyBytes(): number | null {
    return this.#atUnlessNone(bodyBytes);
  }

  get status(): number {
    return this.#at(status);
  }

  get error(): string | null {
    const place = this.#atUnlessNone(error);
    return place === null ? null : codeOfRefusal(refusalNames[place]!);
  }

  get accepted(): number {
    return this.#at(accepted);
  }

  get duplicates(): number {
    return this.#at(duplicates);
  }

  get clockOffsetMs(): number | null {
    const offsetMs = this.#at(clockOffsetMs);
    return Number.isNaN(offsetMs) ? null : offsetMs;
  }

  get position(): Position | null {
    return positionFrom(this.#packed.partitions?.[this.#row] ?? onlyPartition, this.#at(sequence));
  }

  get rejected(): RejectedCounts | null {
    return this.#trouble?.rejected ?? null;
  }

  get findings(): readonly ReadingFinding[] {
    return this.#trouble?.findings ?? noFindings;
  }

  get problems(): RequestTrouble["problems"] {
    return this.#trouble?.problems ?? null;
  }

  get behindMs(): number | undefined {
    return this.#trouble?.behindMs;
  }

  get #trouble(): RequestTrouble | null {
    const place = this.#atUnlessNone(trouble);
    return place === null ? null : this.#packed.troubles[place]!;
  }

  #at(place: number): number {
    return this.#packed.rows[this.#row * rowNumbers + place]!;
  }

  #atUnlessNone(place: number): number | null {
    const number = this.#at(place);
    return number === none ? null : number;
  }
}

const noFindings: readonly ReadingFinding[] = [];

/** Returns plain objects, which can be sent on. */
export function unpackRequests(packed: PackedRequests): ActivityRecord[] {
  return recordsOf(packed).map((request) => ({
    accountId: request.accountId,
    deviceId: request.deviceId,
    requestId: request.requestId,
    arrivalMs: request.arrivalMs,
    durationMs: request.durationMs,
    source: request.source,
    endpoint: request.endpoint,
    sensorId: request.sensorId,
    bodyBytes: request.bodyBytes,
    status: request.status,
    error: request.error,
    accepted: request.accepted,
    duplicates: request.duplicates,
    rejected: request.rejected,
    clockOffsetMs: request.clockOffsetMs,
    position: request.position,
    findings: request.findings,
    problems: request.problems,
    ...(request.behindMs === undefined ? {} : { behindMs: request.behindMs }),
  }));
}
