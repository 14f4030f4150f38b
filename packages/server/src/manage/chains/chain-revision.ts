import { fail, type Result, succeed } from "@weir/protocol/result";
import type { Declined, ProblemDetails } from "../../web/api-answer.ts";
import type { ApiRequest } from "../../web/api-request.ts";
import type { ManageError, Refusal } from "../core/manage-error.ts";

/** The tag in If-Match without its quotes; undefined if none was sent, or if any will do. */
export function expectedTag({ headers }: ApiRequest): string | undefined {
  const sent = headers.get("if-match")?.trim();
  return sent === undefined || sent === "*" ? undefined : sent.replace(/^(?:W\/)?"(.*)"$/, "$1");
}

/** The revision of a draft in If-Match. Text that is not a number matches no revision. */
export function expectedRevision(request: ApiRequest): number | undefined {
  const tag = expectedTag(request);
  if (tag === undefined) return undefined;
  return /^\d{1,15}$/.test(tag) ? Number(tag) : -1;
}

/**
 * The revision that a change of a draft is based on. Without If-Match, a caller must not replace somebody else's draft,
 * but may create one. If another draft appears meanwhile, the revision read here shows it.
 */
export function revisionToReplace(
  request: ApiRequest,
  { draft, draftRevision }: { readonly draft: unknown; readonly draftRevision: number },
): Result<number | undefined, ProblemDetails> {
  if (request.headers.get("if-match") !== null) return succeed(expectedRevision(request));
  return draft === null ? succeed(draftRevision) : fail(ifMatchNeeded);
}

const ifMatchNeeded: ProblemDetails = {
  status: 428,
  code: "if_match_needed",
  detail: "The chain has a draft. Send its ETag as If-Match, so that no changes are lost.",
};

/** Reports a refusal in the same way as everywhere when somebody else was faster. */
export function chainRefusal(error: ManageError): Refusal | Declined {
  if (error.code !== "draft_changed") return fail(error);
  return fail({ status: 412, code: "changed_meanwhile", detail: error.message });
}
