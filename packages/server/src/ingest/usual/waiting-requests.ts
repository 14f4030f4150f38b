import type { Verdicts, Waiter } from "../../queue/intake.ts";
import type { UsualClient } from "../http/exchange.ts";
import { type AcceptedReading, Identifier } from "./accepted-answer.ts";

/** Answers requests that have waited. */
export interface WaitingAnswers {
  taken(request: WaitingRequest, verdicts: Verdicts): void;
  failed(request: WaitingRequest, error: unknown): void;
}

/** A request that was handed to the intake and waits until its reading is durable. */
export class WaitingRequest implements AcceptedReading, Waiter {
  client!: UsualClient;
  /** The client's address, which may be behind a proxy. */
  source = "";
  deviceId = 0;
  accountId = 0;
  sensorId = 0;
  readonly identifier = new Identifier();
  requestNumber = 0;
  limit = 0;
  remaining = 0;
  arrivalMs = 0;
  /** By the monotonic clock, for measuring. */
  startedMs = 0;
  bodyBytes = 0;
  readonly #pool: WaitingRequests;

  constructor(pool: WaitingRequests) {
    this.#pool = pool;
  }

  taken(verdicts: Verdicts): void {
    this.#pool.answers.taken(this, verdicts);
    this.#pool.giveBack(this);
  }

  failed(error: unknown): void {
    this.#pool.answers.failed(this, error);
    this.#pool.giveBack(this);
  }
}

/** How many waiting requests are kept for reuse. */
const sparesMax = 4096;

/**
 * Reuses request objects, because each request would otherwise need its own promise and closures. An object is valid until it
 * is answered.
 */
export class WaitingRequests {
  readonly answers: WaitingAnswers;
  readonly #spares: WaitingRequest[] = [];

  constructor(answers: WaitingAnswers) {
    this.answers = answers;
  }

  /** Returns an object to fill in. */
  next(): WaitingRequest {
    return this.#spares.pop() ?? new WaitingRequest(this);
  }

  giveBack(request: WaitingRequest): void {
    if (this.#spares.length < sparesMax) this.#spares.push(request);
  }
}
