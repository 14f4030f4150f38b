import type { Clock } from "./clock.ts";
import type { Log, LogFacts } from "./log.ts";

const warningsApartMs = 60_000;

/**
 * Logs warnings that strangers can cause thousands of times a second: at most one per minute, with the number of occurrences
 * since.
 */
export class OccasionalWarning {
  readonly #log: Log;
  readonly #message: string;
  readonly #clock: Clock;
  #lastMs = Number.NEGATIVE_INFINITY;
  #unsaid = 0;

  constructor(log: Log, message: string, clock: Clock) {
    this.#log = log;
    this.#message = message;
    this.#clock = clock;
  }

  warn(facts: LogFacts): void {
    const nowMs = this.#clock.nowMs();
    if (nowMs - this.#lastMs < warningsApartMs) {
      this.#unsaid += 1;
      return;
    }
    this.#log.warn(this.#message, { ...facts, times: this.#unsaid + 1 });
    this.#lastMs = nowMs;
    this.#unsaid = 0;
  }
}
