import { type ApiErrorName, apiErrors } from "@weir/protocol/errors";
import type { ActivityRecord } from "./activity-record.ts";

/** Why a request was refused: what the device was told, or more than that where people should know. */
export type RefusalName = ApiErrorName | "deviceDisabled";

/** A request as the one who answered it saw it. */
export interface AnsweredRequest
  extends Omit<ActivityRecord, "requestId" | "error" | "rejected" | "findings" | "problems"> {
  readonly requestNumber: number;
  readonly error: RefusalName | null;
  /** Null of most. */
  readonly trouble: RequestTrouble | null;
}

/** What is only known of requests in which not all went well. */
export type RequestTrouble = Pick<ActivityRecord, "rejected" | "findings" | "problems">;

/** Requests of one boot of the server, the oldest first, as they go from process to process. */
export interface PackedRequests {
  readonly boot: number;
  /** `rowNumbers` of each. */
  readonly rows: Float64Array;
  readonly sources: readonly string[];
  readonly troubles: readonly RequestTrouble[];
  /** Of each, that of its position. Earlier versions do not send them: they know one partition. */
  readonly partitions?: Uint16Array;
}

export const refusalNames = [...Object.keys(apiErrors), "deviceDisabled"] as readonly RefusalName[];

/** Those that the contract leaves without a code. */
const withoutCode: Partial<Record<RefusalName, string>> = {
  validationFailed: "validation_failed",
  tooManyRequests: "too_many_requests",
  deviceDisabled: "device_disabled",
};

/** What a refusal is called in activity and counts. */
export function codeOfRefusal(name: RefusalName): string {
  return withoutCode[name] ?? apiErrors[name as ApiErrorName].code!;
}
