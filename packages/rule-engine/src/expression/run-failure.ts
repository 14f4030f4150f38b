/**
 * Why an expression gives no value for a reading: a key that is missing, a division by zero. Thrown inside an
 * evaluation and turned into a result at its end. Not an Error, because nobody needs the stack and taking it is slow.
 */
export class RunFailure {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}
