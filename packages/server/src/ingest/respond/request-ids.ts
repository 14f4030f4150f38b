import type { RequestNumber } from "../../queue/packed-readings.ts";

/** Numbers the requests of one start of the server. The text form is the X-Request-Id, a receipt for its readings. */
export class RequestIds {
  readonly #boot = crypto.getRandomValues(new Uint8Array(6)).reduce((sum, byte) => sum * 256 + byte, 0);
  readonly #prefix = `${this.#boot.toString(16).padStart(12, "0")}-`;
  #number = 0;

  next(): RequestId {
    this.#number++;
    return { boot: this.#boot, number: this.#number, text: this.#prefix + this.#number.toString(36) };
  }
}

export interface RequestId extends RequestNumber {
  readonly text: string;
}
