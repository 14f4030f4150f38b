/**
 * How long a member may act after it requested a renewal that was granted. After this time, others may rely on its
 * silence.
 */
export const leaseMs = 2000;
/** The member itself stops this much earlier, in case its clock runs slower than those of others. */
const marginMs = 200;
/** Why a processor settles nothing. Readings of sensors that it has not heard of would end as those of removed ones. */
export const withoutLease =
  "The lease of this member has ended, so it may have missed changes. It continues when it holds its lease again.";

/**
 * The right of a member to act. It is checked for every request, so it costs only one look at the monotonic clock of
 * this process. The right counts from the moment when a renewal was requested, not from its answer, so it never lasts
 * longer than what others grant. A process that is stopped and continues later finds that its lease has ended before it
 * does anything else.
 */
export class Lease {
  readonly #nowMs: () => number;
  #untilMs = Number.NEGATIVE_INFINITY;
  #hasBegun = false;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  isHeld(): boolean {
    return this.#hasBegun && this.#nowMs() < this.#untilMs;
  }

  /** From now on the lease is held, as far as renewals have been granted. */
  begin(): void {
    this.#hasBegun = true;
  }

  renewed(askedMs: number): void {
    this.#untilMs = Math.max(this.#untilMs, askedMs + leaseMs - marginMs);
  }

  /** Ends the lease at once, whatever was granted before. */
  end(): void {
    this.#hasBegun = false;
    this.#untilMs = Number.NEGATIVE_INFINITY;
  }
}
