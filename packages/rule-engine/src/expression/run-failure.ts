/**
 * Why an expression has no value for a reading: a missing key, a division by zero. Thrown inside an evaluation and turned into
 * a result at its end. Not an Error, because nobody needs the stack and capturing it is slow.
 */
export class RunFailure {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}
