import type { Route } from "@weir/protocol/manage/route";
import type { Failure, Success } from "@weir/protocol/result";
import type { ApiAnswer, Declined, ProblemDetails } from "./api-answer.ts";
import type { ApiRequest, ApiRequestHead } from "./api-request.ts";
import type { AccountAccess, Caller } from "./caller.ts";

/** A caller, and their role in the account of the path. */
export interface Authorised {
  readonly caller: Caller | null;
  /** Null on routes outside accounts. What the request reaches is then not limited to one. */
  readonly account: AccountAccess | null;
}

/** A request that its caller may make. */
export interface AdmittedRequest extends Authorised {
  readonly request: ApiRequest;
  /** Who the caller would be if the request came now; null if it would be refused. For long-running answers. */
  readonly authoriseAgain: () => Promise<Authorised | null>;
}

/** What became of a request: the answer's JSON, a refusal, or a complete answer (streams, cookies). */
export type Handled<Refused> =
  | (Success<unknown> & { readonly etag?: string })
  | Failure<Refused>
  | Declined
  | { readonly ok: true; readonly answer: ApiAnswer };

/**
 * The subjects that the API is about. The framework decides who may ask for what and when; they do what is asked. They
 * refuse in their own words (`Refused`), which the framework does not know.
 */
export interface Subjects<Refused> {
  /** Runs the handler of a route. */
  handle(
    name: string,
    request: AdmittedRequest,
    input: unknown,
  ): Promise<Handled<Refused>> | Handled<Refused>;
  /** A refusal as the API reports it. */
  problemOf(refused: Refused): ProblemDetails;
  /** Refuses a request by its head, so that an account that has used its share takes no more time by sending a body. */
  refuseBody(route: Route, head: ApiRequestHead, from: Authorised): Promise<Failure<Refused> | null>;
  /** The tenant whose board the share link of a request shows; null if it has no valid one. */
  tenantOfLink(head: ApiRequestHead): Promise<number | null>;
}
