import type { ManageError, ManageErrorCode } from "../manage/manage-error.ts";
import type { ProblemDetails } from "./api-answer.ts";

/** Where a refusal of a management function is not simply "not valid", and the field it is about. */
const known: Partial<Record<ManageErrorCode, { readonly status?: number; readonly field?: string }>> = {
  ambiguous_account: { status: 422 },
  asked_recently: { status: 409 },
  bad_name: { field: "name" },
  bad_slug: { field: "slug" },
  chain_in_use: { status: 409 },
  chain_name_taken: { status: 409, field: "name" },
  chain_unpublished: { status: 409 },
  check_limit: { status: 429 },
  draft_changed: { status: 412 },
  group_name_taken: { status: 409, field: "name" },
  no_draft: { status: 409 },
  nothing_to_publish: { status: 409 },
  old_token_in_use: { status: 409 },
  recipient_answered: { status: 409 },
  secret_in_use: { status: 409 },
  slug_taken: { status: 409, field: "slug" },
  too_busy: { status: 503 },
  too_many_chains: { status: 409 },
  too_many_devices: { status: 409 },
  too_many_secrets: { status: 409 },
  too_many_sensors: { status: 409 },
  // Nothing that the caller could mend: the operator has to bring back the key.
  wrong_token_key: { status: 500 },
};

/** A refusal of a management function as the API tells it. */
export function manageProblem(error: ManageError): ProblemDetails {
  const { code, message, problems, limit, retryAfterS } = error;
  const { status = code.startsWith("unknown_") ? 404 : 422, field } = known[code] ?? {};
  const errors =
    problems?.map(({ nodeId, field: ofNode, message: text }) => ({
      field: ["nodes", nodeId, ofNode].filter((part) => part !== null).join("."),
      message: text,
    })) ?? (field === undefined ? undefined : [{ field, message }]);
  return {
    ...{ status, code, detail: message },
    ...(errors === undefined ? {} : { errors }),
    ...(limit === undefined ? {} : { limit }),
    ...(retryAfterS === undefined ? {} : { headers: { "Retry-After": String(retryAfterS) } }),
  };
}
