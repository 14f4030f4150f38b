import type { Clock } from "../../../platform/clock.ts";
import { WorkShares } from "../../../web/turns/work-shares.ts";
import { type DueTimes, lineOf } from "../../../web/turns/work-turns.ts";
import type { WorkOwner } from "./chain-work.ts";

/** What a caller has of the share while its own work waits. */
const waitingPart = 1 / 20;

/**
 * The share of each account and of each of its callers. Both work alike, but a caller has a twentieth while its own
 * work waits. So a loop gets little, and other callers of the account do not wait behind it.
 */
export class OwnerShares implements DueTimes {
  readonly #ofAccounts: WorkShares;
  readonly #ofCallers: WorkShares;

  constructor(clock: Clock, secondsPerMinute: number) {
    this.#ofAccounts = new WorkShares(clock, { secondsPerMinute, waitingPart: 1 });
    this.#ofCallers = new WorkShares(clock, { secondsPerMinute, waitingPart });
  }

  add(owner: WorkOwner, ms: number): void {
    this.#ofAccounts.add(owner.name, ms);
    this.#ofCallers.add(lineOf(owner), ms);
  }

  beginWait(owner: WorkOwner): void {
    this.#ofCallers.beginWait(lineOf(owner));
  }

  endWait(owner: WorkOwner): void {
    this.#ofCallers.endWait(lineOf(owner));
  }

  dueInMs(owner: WorkOwner): number {
    return Math.max(this.#ofAccounts.dueInMs(owner.name), this.#ofCallers.dueInMs(lineOf(owner)));
  }

  restMs(owner: WorkOwner): number {
    return Math.max(this.#ofAccounts.restMs(owner.name), this.#ofCallers.restMs(lineOf(owner)));
  }
}
