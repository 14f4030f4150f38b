import type { EndpointName, Handling } from "@weir/protocol/contracts";
import type { RejectedCounts } from "@weir/protocol/drop-reasons";
import type { ApiErrorName } from "@weir/protocol/errors";
import type { Budget } from "../../limit/limiter.ts";
import type { Answer } from "../http/answer.ts";
import type { ErrorMap } from "../parse/problems.ts";
import { acceptsJson } from "./accepts-json.ts";
import { answerMarks } from "./answer-marks.ts";
import type { Contract, Outcome, Rendered } from "./contract.ts";
import type { RequestId } from "./request-ids.ts";

/** How long a client should wait when readings cannot be made durable. */
const unavailableRetryS = 5;

/** Longer, because an account takes longer to fall below its limit than a disk to be written. */
const accountLimitRetryS = 10;

/** A limit of the account, and how to describe it. */
interface ReachedAccountLimit {
  readonly message: string;
  readonly setting: string;
  readonly max: number;
}

const challenge = { "WWW-Authenticate": "Bearer" };
const variesByAccept = { Vary: "Accept" };

/** The methods of any resource of this server. Each resource names its own in a 405. */
const serverMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/**
 * Builds the answer of a request: the contract's body, with the headers of every answer. An id that depends on what becomes of the
 * request is asked for when it is first needed.
 */
export class Reply {
  readonly #contract: Contract;
  readonly #budget: Budget;
  #id: RequestId | (() => RequestId);
  #appliedHandling: Handling | null = null;

  constructor(contract: Contract, budget: Budget, id: RequestId | (() => RequestId)) {
    this.#contract = contract;
    this.#budget = budget;
    this.#id = id;
  }

  get id(): RequestId {
    if (typeof this.#id === "function") this.#id = this.#id();
    return this.#id;
  }

  /** Adds a header that says that the requested handling was applied. */
  applied(handling: Handling): void {
    this.#appliedHandling = handling;
  }

  success(outcome: Outcome, endpoint: EndpointName, sensor: string | null): Answer {
    return this.#send(this.#contract.success(outcome, endpoint, sensor));
  }

  refuse(error: ApiErrorName): Answer {
    const rendered = this.#contract.refusal(error);
    return this.#send(rendered, rendered.status === 401 ? challenge : undefined);
  }

  /** In a browser, the same address may be a page. */
  noSuchRoute(): Answer {
    return this.#send(this.#contract.refusal("notFound"), variesByAccept);
  }

  /** `taken` are the headers that name what would have been accepted. */
  unsupportedMediaType(taken: Readonly<Record<string, string>>): Answer {
    return this.#send(this.#contract.refusal("unsupportedMediaType"), taken);
  }

  invalid(errors: ErrorMap): Answer {
    return this.#send(this.#contract.refusal("validationFailed", { errors }));
  }

  sensorNotFound(sensors: readonly string[]): Answer {
    return this.#send(this.#contract.refusal("sensorNotFound", { sensors }));
  }

  noneAccepted(rejected: RejectedCounts | null): Answer {
    return this.#send(this.#contract.refusal("noReadingsAccepted", { rejected: rejected ?? {} }));
  }

  /** The answer to `OPTIONS *`, which asks about the server as a whole (RFC 9110, 9.3.7). */
  serverOptions(): Answer {
    return {
      status: 204,
      headers: { ...answerMarks(this.#budget, this.id.text), Allow: serverMethods },
      body: "",
    };
  }

  methodNotAllowed(allowed: string): Answer {
    return this.#send(this.#contract.refusal("methodNotAllowed"), { Allow: allowed });
  }

  unavailable(): Answer {
    return this.#send(this.#contract.refusal("unavailable"), { "Retry-After": String(unavailableRetryS) });
  }

  /** Nothing was accepted, and the device may try again: waiting readings are processed, or the operator changes the limit. */
  accountLimit({ message: detail, setting, max }: ReachedAccountLimit): Answer {
    const rendered = this.#contract.refusal("accountLimit", { detail, limit: { setting, max } });
    return this.#send(rendered, { "Retry-After": String(accountLimitRetryS) });
  }

  tooMany(accept: string | null, nowMs: number): Answer {
    const { resetMs } = this.#budget;
    const retryAfterS = Math.max(1, Math.ceil((resetMs - nowMs) / 1000));
    const headers = {
      ...variesByAccept,
      "Retry-After": String(retryAfterS),
      "X-RateLimit-Reset": String(Math.ceil(resetMs / 1000)),
    };
    const rendered = this.#contract.refusal("tooManyRequests");
    if (acceptsJson(accept)) return this.#send(rendered, headers);
    const { message } = JSON.parse(rendered.body) as { message: string };
    const page = { status: rendered.status, body: tooManyPage(message, retryAfterS) };
    return this.#send(page, { ...headers, "Content-Type": "text/html; charset=utf-8" });
  }

  #send({ status, body }: Rendered, extra?: Readonly<Record<string, string>>): Answer {
    const headers = answerMarks(this.#budget, this.id.text);
    headers["Content-Type"] = "application/json";
    if (this.#appliedHandling !== null) headers["Preference-Applied"] = `handling=${this.#appliedHandling}`;
    if (extra !== undefined) Object.assign(headers, extra);
    return { status, headers, body };
  }
}

/** The 429 for clients that did not ask for JSON: a small page, as the contract promises. */
function tooManyPage(message: string, retryAfterS: number): string {
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>${message}</title></head>
<body>
<h1>${message}</h1>
<p>The rate limit is reached. Try again in ${retryAfterS} s.</p>
<p>Send <code>Accept: application/json</code> to get this answer as JSON.</p>
</body>
</html>
`;
}
