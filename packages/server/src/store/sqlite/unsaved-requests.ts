import type { Database } from "bun:sqlite";
import type { OutcomeReason } from "@weir/protocol/request-reasons";
import type { ActivityRecord } from "../../activity/activity-record.ts";
import { parseRequestId } from "../../queue/request-number.ts";
import type { RequestQuery } from "../activity-queries.ts";
import { readFates } from "./read-fates.ts";

/**
 * Tells which requests of an account had readings that were lost. The fates of readings are known only after their
 * request was recorded, so the mark of a request does not include them. For each device the first and last time of a
 * loss are known, and only requests between these times are looked up.
 */
export class UnsavedRequests {
  readonly #db: Database;
  readonly #reason: OutcomeReason | undefined;
  readonly #spans: ReadonlyMap<number, Span>;

  /** Without a reason, both reasons count. */
  constructor(db: Database, { accountId, deviceId }: RequestQuery, reason: OutcomeReason | undefined) {
    this.#db = db;
    this.#reason = reason;
    const spans = db
      .query<Span, [number, number | null]>(
        `SELECT device_id AS deviceId, min(first_ms) AS firstMs, max(last_ms) AS lastMs FROM unsaved_ends
         WHERE account_id = ?1 AND (?2 IS NULL OR device_id = ?2) GROUP BY device_id`,
      )
      .all(accountId, deviceId ?? null);
    this.#spans = new Map(spans.map((span) => [span.deviceId, span]));
  }

  /** Returns false only if the request certainly had no lost readings. */
  mayHave(deviceId: number, arrivalMs: number): boolean {
    const span = this.#spans.get(deviceId);
    return span !== undefined && arrivalMs >= span.firstMs && arrivalMs <= span.lastMs;
  }

  has({ deviceId, arrivalMs, accepted, requestId }: ActivityRecord): boolean {
    const number = parseRequestId(requestId);
    if (accepted === 0 || number === null || !this.mayHave(deviceId, arrivalMs)) return false;
    return readFates(this.#db, number.boot, number.number).some(({ fate, onPurpose }) =>
      fate === "dead" ? this.#reason !== "not_saved" : onPurpose === false && this.#reason !== "failed",
    );
  }
}

interface Span {
  readonly deviceId: number;
  readonly firstMs: number;
  readonly lastMs: number;
}
