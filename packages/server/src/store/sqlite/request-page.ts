import { isOutcomeReason } from "@weir/protocol/request-reasons";
import type { ActivityRecord } from "../../activity/activity-record.ts";
import type { RequestQuery } from "../activity-queries.ts";
import { reasonsOfRequest } from "../reasons-of-request.ts";
import { isMarkedFor, isMarkedTroubled } from "./activity-mark.ts";
import type { ActivityPart } from "./activity-part.ts";
import { compareRequests } from "./request-order.ts";
import type { UnsavedRequests } from "./unsaved-requests.ts";

/** Collects the newest requests that match a query, in whatever order they are found. */
export class RequestPage {
  readonly #query: RequestQuery;
  readonly #unsaved: UnsavedRequests | null;
  /** Newest first. */
  readonly records: ActivityRecord[] = [];

  /** `unsaved` is given if requests are also selected by the fates of their accepted readings. */
  constructor(query: RequestQuery, unsaved: UnsavedRequests | null) {
    this.#query = query;
    this.#unsaved = unsaved;
  }

  /** Returns whether requests that arrived between two times may belong to the page. */
  wants(firstMs: number, lastMs: number): boolean {
    const { before, limit } = this.#query;
    if (before !== undefined && firstMs > before.arrivalMs) return false;
    return this.records.length < limit || lastMs >= this.#oldestMs;
  }

  /** Adds matching requests of the device at index `place` of a part. Lines are loaded only when a request must be decoded. */
  addFrom(part: ActivityPart, place: number, lines: () => Uint8Array | null): void {
    const { before } = this.#query;
    const { arrivalsMs, marks, devices } = part.columns;
    const deviceId = devices[place]!;
    const first = part.starts[place]!;
    for (let nth = part.starts[place + 1]! - 1; nth >= first; nth--) {
      const arrivalMs = arrivalsMs[nth]!;
      if (before !== undefined && arrivalMs > before.arrivalMs) continue;
      // All other requests of the device are older still.
      if (!this.wants(arrivalMs, arrivalMs)) return;
      const isMarked = this.#isMarked(marks[nth]!);
      if (!isMarked && !this.#unsaved?.mayHave(deviceId, arrivalMs)) continue;
      const loaded = lines();
      if (loaded === null) return;
      const record = part.record(nth, place, loaded);
      if (record !== null && this.#isMeant(record, isMarked)) this.#add(record);
    }
  }

  /** Returns false if the mark rules the request out, so most other requests need not be decoded. */
  #isMarked(mark: number): boolean {
    const { onlyTroubled = false, reason } = this.#query;
    if (reason !== undefined && isOutcomeReason(reason)) return false;
    if (onlyTroubled && !isMarkedTroubled(mark)) return false;
    return reason === undefined || isMarkedFor(mark, reason);
  }

  #isMeant(record: ActivityRecord, isMarked: boolean): boolean {
    const { before, reason } = this.#query;
    if (before !== undefined && compareRequests(record, before) >= 0) return false;
    if (!isMarked) return this.#unsaved?.has(record) === true;
    return reason === undefined || isOutcomeReason(reason) || reasonsOfRequest(record).has(reason);
  }

  get #oldestMs(): number {
    return this.records.at(-1)?.arrivalMs ?? Number.NEGATIVE_INFINITY;
  }

  #add(record: ActivityRecord): void {
    const { records } = this;
    let place = records.length;
    while (place > 0 && compareRequests(records[place - 1]!, record) < 0) place--;
    records.splice(place, 0, record);
    if (records.length > this.#query.limit) records.pop();
  }
}
