import type { Log } from "../platform/log.ts";
import type { Backlog } from "../store/backlog/record.ts";
import type { TurnSettings } from "./fair-turns.ts";

/** Logs once when the readings of an account begin to wait, and once when no more may wait. */
export class ParkedWarnings {
  readonly #log: Log;
  #waiting: ReadonlySet<number> = new Set();
  #isFull = false;

  constructor(log: Log) {
    this.#log = log;
  }

  look(parked: readonly Backlog[], { turnMs, parkedBytesMax }: TurnSettings): void {
    for (const { accountId, readings } of parked) {
      if (this.#waiting.has(accountId)) continue;
      const text =
        "the readings of an account take longer than processing_share allows and wait for its next turn";
      this.#log.warn(text, { accountId, readings, turnMs });
    }
    this.#waiting = new Set(parked.map(({ accountId }) => accountId));
    this.#lookAtAll(parked, parkedBytesMax);
  }

  #lookAtAll(parked: readonly Backlog[], parkedBytesMax: number): void {
    const bytes = parked.reduce((sum, line) => sum + line.bytes, 0);
    const isFull = bytes >= parkedBytesMax;
    if (isFull && !this.#isFull) {
      const text =
        "parked readings have reached parked_bytes; requests from devices of their accounts are answered with 503";
      this.#log.warn(text, { accounts: parked.length, bytes });
    }
    this.#isFull = isFull;
  }
}
