import { fail } from "@weir/protocol/result";
import type { ChangedMeanwhile, ExpectedVersion } from "../manage/devices/devices-edit.ts";
import type { Declined } from "./api-answer.ts";
import type { ApiRequest } from "./api-request.ts";

/** The versions in If-Match, one of which must be the current one; null if none was sent, or if any will do. */
export function expectedVersion({ headers }: ApiRequest): ExpectedVersion {
  const sent = headers.get("if-match")?.trim();
  if (sent === undefined || sent === "*") return null;
  return sent.split(",").map((tag) => tag.trim().replace(/^"(.*)"$/, "$1"));
}

/** Replaces the outcome of a change that was not made. */
export function changedMeanwhile(_edit: ChangedMeanwhile): Declined {
  const detail =
    "Someone else has changed it since you read it. Read it again, then decide whether to apply your change.";
  return fail({ status: 412, code: "changed_meanwhile", detail });
}
