import type { Clock } from "../platform/clock.ts";

const lookEveryMs = 60_000;
const hourUs = 3_600_000_000;
export const dayUs = 24 * hourUs;

/**
 * Decides when to look for data past its retention: once an hour, or after settings were changed, but not more often
 * than once a minute. Ages are counted from the full hour: whenever a part of a block becomes too old, the rest is
 * written again, and that must not happen every minute.
 */
export class RetentionPace {
  readonly #clock: Clock;
  #lookedMs = Number.NEGATIVE_INFINITY;
  /** The full hour of the last finished look; NaN if settings may have changed since. */
  #hour = Number.NaN;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  settingsChanged(): void {
    this.#hour = Number.NaN;
  }

  /** Calls `look` with the full hour when a look is due. A look that throws is due again a minute later. */
  lookWhenDue(look: (fullHourUs: number) => void): void {
    const nowMs = this.#clock.nowMs();
    if (Math.abs(nowMs - this.#lookedMs) < lookEveryMs) return;
    this.#lookedMs = nowMs;
    const hour = Math.floor((nowMs * 1000) / hourUs);
    if (hour === this.#hour) return;
    look(hour * hourUs);
    this.#hour = hour;
  }
}
