import type { Clock } from "../../../platform/clock.ts";

const minuteMs = 60_000;

/** What owners have spent within the present minute. All begin anew with each minute, so that nothing has to be forgotten singly. */
export class SpentTime {
  readonly #clock: Clock;
  readonly #spentMs = new Map<string, number>();
  #minute = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(owner: string, ms: number): void {
    this.#spentMs.set(owner, this.msOf(owner) + ms);
  }

  msOf(owner: string): number {
    const minute = Math.floor(this.#clock.nowMs() / minuteMs);
    if (minute !== this.#minute) this.#spentMs.clear();
    this.#minute = minute;
    return this.#spentMs.get(owner) ?? 0;
  }
}
