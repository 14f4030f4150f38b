import type { RequestNumber } from "../../queue/packed-readings.ts";
import { requestIdFormat } from "../../queue/request-number.ts";

/** Numbers the requests of one start of the server. The text form is the X-Request-Id, a receipt for its readings. */
export class RequestIds {
  readonly boot = crypto.getRandomValues(new Uint8Array(6)).reduce((sum, byte) => sum * 256 + byte, 0);
  readonly #textOf = requestIdFormat(this.boot);
  #number = 0;

  next(): RequestId {
    this.#number++;
    return { boot: this.boot, number: this.#number, text: this.#textOf(this.#number) };
  }
}

export interface RequestId extends RequestNumber {
  readonly text: string;
}
