import type { RequestNumber } from "../../queue/packed-readings.ts";
import { requestIdFormat } from "../../queue/request-number.ts";

/** Numbers the requests of one start of the server. The text form is the X-Request-Id, a receipt for its readings. */
export class RequestIds {
  readonly boot = crypto.getRandomValues(new Uint8Array(6)).reduce((sum, byte) => sum * 256 + byte, 0);
  readonly #textOf = requestIdFormat(this.boot);
  #number = 0;

  /** The number that the next request gets. */
  get upcoming(): number {
    return this.#number + 1;
  }

  next(): RequestId {
    return this.of(++this.#number);
  }

  /** Like `next`, if the text is not needed yet. */
  nextNumber(): number {
    return ++this.#number;
  }

  of(number: number): RequestId {
    return { boot: this.boot, number, text: this.#textOf(number) };
  }
}

export interface RequestId extends RequestNumber {
  readonly text: string;
}
