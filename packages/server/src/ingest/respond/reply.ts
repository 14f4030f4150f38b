import type { EndpointName, Handling } from "@weir/protocol/contracts";
import type { RejectedCounts } from "@weir/protocol/drop-reasons";
import type { ApiErrorName } from "@weir/protocol/errors";
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

  success(outcome: Outcome, endpoint: EndpointName, sensor: string | null): Response {
    return this.#send(this.#contract.success(outcome, endpoint, sensor));
  }

  refuse(error: ApiErrorName): Response {
    return this.#send(this.#contract.refusal(error));
  }

  invalid(errors: ErrorMap): Response {
    return this.#send(this.#contract.refusal("validationFailed", { errors }));
  }

  sensorNotFound(sensors: readonly string[]): Response {
    return this.#send(this.#contract.refusal("sensorNotFound", { sensors }));
  }

  noneAccepted(rejected: RejectedCounts | null): Response {
    return this.#send(this.#contract.refusal("noReadingsAccepted", { rejected: rejected ?? {} }));
  }

  methodNotAllowed(allowed: string): Response {
    return this.#send(this.#contract.refusal("methodNotAllowed"), { allow: allowed });
  }

  unavailable(): Response {
    return this.#send(this.#contract.refusal("unavailable"), { "retry-after": String(unavailableRetryS) });
  }

  tooMany(accept: string | null, nowMs: number): Response {
    const { resetMs } = this.#budget;
    const retryAfterS = Math.max(1, Math.ceil((resetMs - nowMs) / 1000));
    const headers = {
      "retry-after": String(retryAfterS),
      "x-ratelimit-reset": String(Math.ceil(resetMs / 1000)),
    };
    const rendered = this.#contract.refusal("tooManyRequests");
    if (acceptsJson(accept)) return this.#send(rendered, headers);
    const { message } = JSON.parse(rendered.body) as { message: string };
    const page = { status: rendered.status, body: tooManyPage(message, retryAfterS) };
    return this.#send(page, { ...headers, "content-type": "text/html; charset=utf-8" });
  }

  #send(rendered: Rendered, extra?: Record<string, string>): Response {
    const headers: Record<string, string> = {
      "content-type": "application/json",
      "x-ratelimit-limit": String(this.#budget.limit),
      "x-ratelimit-remaining": String(this.#budget.remaining),
      "x-request-id": this.#id.text,
    };
    if (this.#appliedHandling !== null) headers["preference-applied"] = `handling=${this.#appliedHandling}`;
    if (extra !== undefined) Object.assign(headers, extra);
    return new Response(rendered.body, { status: rendered.status, headers });
  }
}
