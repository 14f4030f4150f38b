import { type ApiErrorName, apiErrors } from "@weir/protocol/errors";
import type { ActivityRecord } from "./activity-record.ts";

/** Why a request was refused: the error that the device received, or a more precise one for people. */
export type RefusalName = ApiErrorName | "deviceDisabled";

/** A request as the listener that answered it saw it. */
export interface AnsweredRequest
  extends Omit<ActivityRecord, "requestId" | "error" | "behindMs" | "rejected" | "findings" | "problems"> {
  readonly requestNumber: number;
  readonly error: RefusalName | null;
  /** Null for most requests. */
  readonly trouble: RequestTrouble | null;
}

/** Fields that only requests with refused readings or times of a wrong clock have. */
export type RequestTrouble = Pick<ActivityRecord, "behindMs" | "rejected" | "findings" | "problems">;

/** Requests of one boot of the server, oldest first, in the form that is sent between processes. */
export interface PackedRequests {
  readonly boot: number;
  /** `rowNumbers` numbers per request. */
  readonly rows: Float64Array;
  readonly sources: readonly string[];
  readonly troubles: readonly RequestTrouble[];
  /** The partition of each request's position. Earlier versions do not send partitions, because they have only one. */
  readonly partitions?: Uint16Array;
}

export const refusalNames = [...Object.keys(apiErrors), "deviceDisabled"] as readonly RefusalName[];

/** Refusals for which the contract has no code. */
const withoutCode: Partial<Record<RefusalName, string>> = {
  validationFailed: "validation_failed",
  tooManyRequests: "too_many_requests",
  deviceDisabled: "device_disabled",
};

/** Returns the name of a refusal in activity and counts. */
export function codeOfRefusal(name: RefusalName): string {
  return withoutCode[name] ?? apiErrors[name as ApiErrorName].code!;
}
