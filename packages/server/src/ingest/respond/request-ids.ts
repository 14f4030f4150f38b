import { RandomOrder } from "../../platform/random-order.ts";
import type { RequestNumber } from "../../queue/packed-readings.ts";
import { requestIdFormat } from "../../queue/request-number.ts";

/**
 * Numbers the requests of one start of the server. The text form is the X-Request-Id, a receipt for its readings. Numbers are in a
 * random order, so that nobody can tell from two of them how many requests others have made in between.
 */
export class RequestIds {
  readonly boot = crypto.getRandomValues(new Uint8Array(6)).reduce((sum, byte) => sum * 256 + byte, 0);
  readonly #textOf = requestIdFormat(this.boot);
  readonly #order: RandomOrder;
  #upcoming: number;

  constructor(order = new RandomOrder()) {
    this.#order = order;
    this.#upcoming = order.next();
  }

  /** The number that the next request gets. */
  get upcoming(): number {
    return this.#upcoming;
  }

  next(): RequestId {
    return this.of(this.nextNumber());
  }

  /** Like `next`, if the text is not needed yet. */
  nextNumber(): number {
    const number = this.#upcoming;
    this.#upcoming = this.#order.next();
    return number;
  }

  of(number: number): RequestId {
    return { boot: this.boot, number, text: this.#textOf(number) };
  }
}

export interface RequestId extends RequestNumber {
  readonly text: string;
}
