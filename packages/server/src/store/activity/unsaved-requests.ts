import type { OutcomeReason } from "@weir/protocol/request-reasons";
import type { ActivityRecord } from "../../activity/activity-record.ts";
import { parseRequestId } from "../../queue/request-number.ts";
import type { StoreDialect } from "../engine/store-dialect.ts";
import type { Work } from "../engine/store-writer.ts";
import { fatesOf } from "../receipts/fates-of-requests.ts";
import { isTroubledRequest } from "./reasons-of-request.ts";
import type { RequestQuery } from "./request-query.ts";
import type { RequestSource } from "./request-source.ts";

/** The minimum number of candidate requests that are read at a time. */
const portionMin = 200;

/**
 * Returns requests whose accepted readings were lost, for the reason `outcome` or for any. Without `outcome`, also
 * requests in which not everything was accepted. The fates of readings are known only after their request was recorded,
 * so what is recorded does not include them. For each device the first and last time of a loss are known, and only
 * requests between these times are looked up.
 */
export function* unsavedRequests(
  dialect: StoreDialect,
  source: RequestSource,
  query: RequestQuery,
  outcome: OutcomeReason | undefined,
): Work<ActivityRecord[]> {
  const found: ActivityRecord[] = [];
  const orTroubled = outcome === undefined;
  const only = { kind: "lossy", orTroubled } as const;
  for (let { before } = query; ; ) {
    const from = { ...query, ...(before === undefined ? {} : { before }) };
    const candidates = yield* source.newest({ ...from, only, limit: Math.max(portionMin, query.limit) });
    found.push(...(yield* unsavedAmong(dialect, candidates, outcome)));
    before = candidates.at(-1);
    if (found.length >= query.limit || before === undefined) return found.slice(0, query.limit);
  }
}

function* unsavedAmong(
  dialect: StoreDialect,
  candidates: readonly ActivityRecord[],
  outcome: OutcomeReason | undefined,
): Work<ActivityRecord[]> {
  const isMeant = (record: ActivityRecord) => outcome === undefined && isTroubledRequest(record);
  const asked = candidates.map((record) => (isMeant(record) ? null : parseRequestId(record.requestId)));
  const numbers = asked.filter((number) => number !== null);
  const fates = new Map(
    (yield* fatesOf(dialect, numbers)).map((ofRequest, nth) => [numbers[nth]!, ofRequest]),
  );
  return candidates.filter((record, nth) => {
    const number = asked[nth];
    if (number === null || number === undefined) return isMeant(record);
    return fates
      .get(number)!
      .some(({ fate, onPurpose }) =>
        fate === "dead" ? outcome !== "not_saved" : onPurpose === false && outcome !== "failed",
      );
  });
}
