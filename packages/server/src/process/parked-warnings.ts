import type { Log } from "../platform/log.ts";
import type { Backlog } from "../store/backlog-store.ts";
import type { TurnSettings } from "./fair-turns.ts";

/** Tells operators once when the readings of an account begin to wait, and when no more of them may. */
export class ParkedWarnings {
  readonly #log: Log;
  #waiting: ReadonlySet<number> = new Set();
  #full: ReadonlySet<number> = new Set();

  constructor(log: Log) {
    this.#log = log;
  }

  look(parked: readonly Backlog[], { turnMs, parkedBytesMax }: TurnSettings): void {
    const full = parked.filter(({ bytes }) => bytes >= parkedBytesMax);
    for (const { accountId, readings } of parked) {
      if (this.#waiting.has(accountId)) continue;
      const text = "the readings of an account take longer than processing_share and wait for its turn";
      this.#log.warn(text, { accountId, readings, turnMs });
    }
    for (const { accountId, bytes } of full) {
      if (this.#full.has(accountId)) continue;
      const text = "as much of an account waits as parked_bytes allows; nothing more is taken from the queue";
      this.#log.warn(text, { accountId, bytes });
    }
    this.#waiting = new Set(parked.map(({ accountId }) => accountId));
    this.#full = new Set(full.map(({ accountId }) => accountId));
  }
}
