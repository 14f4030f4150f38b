/** The previous token of a device, while it is still accepted beside the new one. */
export interface PreviousToken {
  readonly hash: Uint8Array;
  /** From this time on the token is refused; null if only the first use of the new token ends it. */
  readonly expiresAtMs: number | null;
  readonly untilFirstUse: boolean;
  /** Shared memory in which threads tell each other of the first use. */
  readonly used?: SharedArrayBuffer;
}

/**
 * The time in which a device may use its old token or its new one. If the first use of the new one ends it, it ends with that
 * very request: no later request passes with the old token. The use is recorded in memory until somebody writes it; a crash
 * before that can bring the old token back until the new one is used again.
 */
export class TokenOverlap {
  readonly previous: PreviousToken;
  /** The time of the last use of each token since the server started; 0 if there was none. */
  currentUsedMs = 0;
  previousUsedMs = 0;
  /** Whether the new token was used. */
  readonly #used: Int32Array;

  constructor(previous: PreviousToken) {
    this.previous = previous;
    this.#used = new Int32Array(previous.used ?? new SharedArrayBuffer(4));
  }

  isOver(nowMs: number): boolean {
    const { expiresAtMs } = this.previous;
    return Atomics.load(this.#used, 0) === 1 || (expiresAtMs !== null && nowMs >= expiresAtMs);
  }

  noteCurrent(nowMs: number): void {
    this.currentUsedMs = nowMs;
    if (this.previous.untilFirstUse) Atomics.store(this.#used, 0, 1);
  }

  notePrevious(nowMs: number): void {
    this.previousUsedMs = nowMs;
  }
}
