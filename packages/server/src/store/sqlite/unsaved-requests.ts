import type { Database } from "bun:sqlite";
import type { OutcomeReason } from "@weir/protocol/request-reasons";
import type { ActivityRecord } from "../../activity/activity-record.ts";
import { parseRequestId } from "../../queue/request-number.ts";
import type { RequestQuery } from "../activity-queries.ts";
import { readFates } from "./read-fates.ts";

/**
 * Tells which requests of an account had readings that were lost. What became of readings is known only after their
 * request was noted, so no mark of a request says it. Of each device it is known when readings were lost first and last:
 * only requests between are looked up.
 */
export class UnsavedRequests {
  readonly #db: Database;
  readonly #reason: OutcomeReason | undefined;
  readonly #spans: ReadonlyMap<number, Span>;

  /** Either reason counts where none is asked for. */
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

  /** False where it certainly had none. */
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
