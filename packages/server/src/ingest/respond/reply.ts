import type { EndpointName, Handling } from "@weir/protocol/contracts";
import type { RejectedCounts } from "@weir/protocol/drop-reasons";
import type { ApiErrorName } from "@weir/protocol/errors";
import type { Answer } from "../http/answer.ts";
import type { Budget } from "../limit/rate-limiter.ts";
import type { ErrorMap } from "../parse/problems.ts";
import { acceptsJson } from "./accepts-json.ts";
import type { Contract, Outcome, Rendered } from "./contract.ts";
import type { RequestId } from "./request-ids.ts";
import { tooManyPage } from "./too-many-page.ts";

/** How long a client should wait when readings cannot be made durable. */
const unavailableRetryS = 5;

/** The one answer of a request: what the contract says, under the headers that every answer carries. */
export class Reply {
  readonly #contract: Contract;
  readonly #budget: Budget;
  readonly #id: RequestId;
  #appliedHandling: Handling | null = null;

  constructor(contract: Contract, budget: Budget, id: RequestId) {
    this.#contract = contract;
    this.#budget = budget;
    this.#id = id;
  }

  /** The client asked for this handling and gets it; the answer says so. */
  applied(handling: Handling): void {
    this.#appliedHandling = handling;
  }

  success(outcome: Outcome, endpoint: EndpointName, sensor: string | null): Answer {
    return this.#send(this.#contract.success(outcome, endpoint, sensor));
  }

  refuse(error: ApiErrorName): Answer {
    return this.#send(this.#contract.refusal(error));
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

  methodNotAllowed(allowed: string): Answer {
    return this.#send(this.#contract.refusal("methodNotAllowed"), { Allow: allowed });
  }

  unavailable(): Answer {
    return this.#send(this.#contract.refusal("unavailable"), { "Retry-After": String(unavailableRetryS) });
  }

  tooMany(accept: string | null, nowMs: number): Answer {
    const { resetMs } = this.#budget;
    const retryAfterS = Math.max(1, Math.ceil((resetMs - nowMs) / 1000));
    const headers = {
      "Retry-After": String(retryAfterS),
      "X-RateLimit-Reset": String(Math.ceil(resetMs / 1000)),
    };
    const rendered = this.#contract.refusal("tooManyRequests");
    if (acceptsJson(accept)) return this.#send(rendered, headers);
    const { message } = JSON.parse(rendered.body) as { message: string };
    const page = { status: rendered.status, body: tooManyPage(message, retryAfterS) };
    return this.#send(page, { ...headers, "Content-Type": "text/html; charset=utf-8" });
  }

  #send({ status, body }: Rendered, extra?: Record<string, string>): Answer {
    const headers: Record<string, string> = {
      "Content-Type": "application/json",
      "X-RateLimit-Limit": String(this.#budget.limit),
      "X-RateLimit-Remaining": String(this.#budget.remaining),
      "X-Request-Id": this.#id.text,
    };
    if (this.#appliedHandling !== null) headers["Preference-Applied"] = `handling=${this.#appliedHandling}`;
    if (extra !== undefined) Object.assign(headers, extra);
    return { status, headers, body };
  }
}
