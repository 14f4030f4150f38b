import type { Device } from "../authenticate/device-registry.ts";
import type { UsualClient } from "../http/exchange.ts";
import type { AcceptedReading } from "./accepted-answer.ts";

/** A request whose reading is accepted, and whose answer waits until that is durable. */
export class WaitingRequest implements AcceptedReading {
  client!: UsualClient;
  device!: Device;
  sensorId = 0;
  identifier = "";
  requestNumber = 0;
  limit = 0;
  remaining = 0;
  arrivalMs = 0;
  /** Of the monotonic clock, for measuring. */
  startedMs = 0;
  bodyBytes = 0;
}

/** Requests whose readings are written together. */
export interface WaitingGroup {
  readonly requests: WaitingRequest[];
  /** Of the duplicate memory: what is durable with them. */
  mark: number;
}

/** Waiting requests that are kept for reuse. */
const sparesMax = 4096;

/**
 * The requests that wait for the same write share one continuation, where each would otherwise have a promise and closures
 * of its own. Requests are reused, so they are valid only until whoever was called for their group returns.
 */
export class WaitingRequests {
  readonly #onDurable: (group: WaitingGroup) => void;
  readonly #onLost: (group: WaitingGroup, error: unknown) => void;
  readonly #spares: WaitingRequest[] = [];
  #durable: Promise<void> | null = null;
  #group: WaitingGroup = { requests: [], mark: 0 };

  constructor(
    onDurable: (group: WaitingGroup) => void,
    onLost: (group: WaitingGroup, error: unknown) => void,
  ) {
    this.#onDurable = onDurable;
    this.#onLost = onLost;
  }

  /** One more for the group that waits for `durable`, to be filled in. Groups are told apart by their promises. */
  add(durable: Promise<void>, mark: number): WaitingRequest {
    if (durable !== this.#durable) this.#begin(durable);
    const request = this.#spares.pop() ?? new WaitingRequest();
    this.#group.requests.push(request);
    this.#group.mark = mark;
    return request;
  }

  #begin(durable: Promise<void>): void {
    const group = { requests: [], mark: 0 };
    this.#durable = durable;
    this.#group = group;
    durable.then(
      () => this.#end(group, () => this.#onDurable(group)),
      (error: unknown) => this.#end(group, () => this.#onLost(group, error)),
    );
  }

  #end(group: WaitingGroup, answer: () => void): void {
    answer();
    for (const request of group.requests) if (this.#spares.length < sparesMax) this.#spares.push(request);
  }
}
