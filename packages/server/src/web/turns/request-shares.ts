import type { Clock } from "../../platform/clock.ts";
import { LastTurns } from "./last-turns.ts";
import { WorkShares } from "./work-shares.ts";
import type { DueTimes, TurnOwner } from "./work-turns.ts";

/** What one account, and one caller over all accounts, may use of the thread that answers requests. */
const accountSecondsPerMinute = 30;
const callerSecondsPerMinute = 15;
/** Somebody who opens a page takes less than the share of this much time. */
const burstMs = 4000;
/** Longer than a person who works with a page takes between two requests. */
const aloneAfterMs = 5000;

/**
 * The share of each account and of each caller in the time of the thread that answers requests. Shares only matter while
 * somebody else asks for something: whoever has the server to themselves may use all of it, and owes nothing later.
 */
export class RequestShares implements DueTimes {
  readonly #clock: Clock;
  readonly #ofAccounts: WorkShares;
  readonly #ofCallers: WorkShares;
  readonly #accounts = new LastTurns(aloneAfterMs);
  readonly #callers = new LastTurns(aloneAfterMs);

  constructor(clock: Clock) {
    this.#clock = clock;
    const openShares = (secondsPerMinute: number) =>
      new WorkShares(clock, { secondsPerMinute, waitingPart: 1, burstMs });
    this.#ofAccounts = openShares(accountSecondsPerMinute);
    this.#ofCallers = openShares(callerSecondsPerMinute);
  }

  begun({ name, caller }: TurnOwner): void {
    const nowMs = this.#clock.nowMs();
    this.#accounts.had(name, nowMs);
    this.#callers.had(caller, nowMs);
  }

  add({ name, caller }: TurnOwner, ms: number): void {
    const nowMs = this.#clock.nowMs();
    if (!this.#accounts.isAlone(name, nowMs)) this.#ofAccounts.add(name, ms);
    if (!this.#callers.isAlone(caller, nowMs)) this.#ofCallers.add(caller, ms);
  }

  beginWait({ name, caller }: TurnOwner): void {
    this.#ofAccounts.beginWait(name);
    this.#ofCallers.beginWait(caller);
  }

  endWait({ name, caller }: TurnOwner): void {
    this.#ofAccounts.endWait(name);
    this.#ofCallers.endWait(caller);
  }

  dueInMs({ name, caller }: TurnOwner): number {
    const nowMs = this.#clock.nowMs();
    const ofAccountMs = this.#accounts.isAlone(name, nowMs) ? 0 : this.#ofAccounts.dueInMs(name);
    const ofCallerMs = this.#callers.isAlone(caller, nowMs) ? 0 : this.#ofCallers.dueInMs(caller);
    return Math.max(ofAccountMs, ofCallerMs);
  }
}
