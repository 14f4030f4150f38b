/** How long a member may act after it has asked for a renewal that was granted, before others may rely on its silence. */
export const leaseMs = 2000;
/** How much earlier the member itself stops, in case its clock runs slower than that of others. */
const marginMs = 200;

/**
 * The right of a member to act. It is checked for every request, so it costs one look at the clock of this process, which cannot be
 * set. The right counts from when a renewal was asked for, not from when the answer came, so it never outlasts what others
 * grant it. A process that is stopped and goes on later finds that the lease has ended before it does anything else.
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

  /** Renewals count, and what they have granted so far. */
  begin(): void {
    this.#hasBegun = true;
  }

  renewed(askedMs: number): void {
    this.#untilMs = Math.max(this.#untilMs, askedMs + leaseMs - marginMs);
  }

  /** At once, and whatever was granted before. */
  end(): void {
    this.#hasBegun = false;
    this.#untilMs = Number.NEGATIVE_INFINITY;
  }
}
