import type { ChainLogLevel } from "@weir/protocol/closed-sets";
import type { Clock } from "../../platform/clock.ts";
import type { Log, LogFacts } from "../../platform/log.ts";

/** Lines per second that one chain may write: enough to read, and too few to hide what operators need to see. */
const linesPerSecond = 10;

/** Writes the lines of one chain's log nodes. Past the limit, lines are left out, and the next one says how many. */
export class LimitedLog {
  readonly #log: Log;
  readonly #clock: Clock;
  #second = 0;
  #lines = 0;
  #leftOut = 0;

  constructor(log: Log, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  write(level: ChainLogLevel, text: string, facts: LogFacts): void {
    const second = Math.floor(this.#clock.nowMs() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#lines = 0;
    }
    if (this.#lines === linesPerSecond) {
      this.#leftOut++;
      return;
    }
    this.#lines++;
    this.#log[level](text, this.#leftOut === 0 ? facts : { ...facts, leftOut: this.#leftOut });
    this.#leftOut = 0;
  }
}
