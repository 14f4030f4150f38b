import { randomUUID } from "node:crypto";
import { claimDeletion, dueDeletions, pruneDeletions } from "../../../control/accounts/account-deletions.ts";
import { actingAs, operator } from "../../../control/actor.ts";
import { auditLimits } from "../../../control/audit/prune-audit.ts";
import type { Control } from "../../../control/control.ts";
import type { Log } from "../../../platform/log.ts";
import { Rounds } from "../../../platform/rounds.ts";
import { type DeletionParts, takeDeletionStep } from "./deletion-step.ts";

/** A process that was killed in the middle of its work is replaced after at most this and the claim. */
const lookEveryMs = 15_000;
const claimUs = 60_000_000;
/** Accounts that are deleted at the same time, one step of each in turn. */
const accountsAtOnceMax = 20;
/** While parked readings of the account are settled. */
const waitMs = 250;
const pauseMsMax = 1000;

interface AccountDeleterParts extends Omit<DeletionParts, "control" | "settled"> {
  readonly control: Control;
  readonly log: Log;
  /** Whether the processes are there that have to be asked. While the server starts, they are not. */
  readonly isReady: () => boolean;
}

/**
 * Deletes accounts whose deletion is due, at the start, after each change of an account and every few seconds. What remains to be
 * done is read from the control data, so it continues after a kill at any point. One process at a time works on an account.
 * Each step is small, and a pause as long as the step follows, so that at most half of the time is spent on it.
 */
export class AccountDeleter {
  readonly #parts: AccountDeleterParts;
  readonly #control: Control;
  readonly #rounds: Rounds;
  readonly #worker = randomUUID();
  /** Accounts whose accepted readings were all settled after their devices were gone. */
  readonly #settled = new Set<number>();
  #isWaiting = false;
  #wake: () => void = () => undefined;

  constructor(parts: AccountDeleterParts) {
    this.#parts = parts;
    this.#control = actingAs(parts.control, operator("server"));
    const failed = "an account could not be deleted yet";
    this.#rounds = new Rounds({ everyMs: lookEveryMs, work: () => this.#delete(), log: parts.log, failed });
    this.look();
  }

  /** Resolves when everything that is due is deleted, or has to wait. Several calls during a round cause one more. */
  look(): Promise<void> {
    if (this.#isWaiting) return Promise.resolve();
    this.#isWaiting = true;
    return this.#rounds.run();
  }

  stop(): Promise<void> {
    const stopped = this.#rounds.stop();
    this.#wake();
    return stopped;
  }

  async #delete(): Promise<void> {
    this.#isWaiting = false;
    const control = this.#control;
    await control.transact((tx) => pruneDeletions(tx, control.nowUs() - auditLimits.ageMaxMs * 1000));
    while (!this.#rounds.isStopped && this.#parts.isReady()) {
      const due = await dueDeletions(control.db, control.nowUs(), accountsAtOnceMax);
      let isWorking = false;
      for (const { account_id: accountId, name } of due) {
        if (this.#rounds.isStopped) return;
        await this.#rounds.part(
          async () => {
            isWorking = (await this.#step(accountId)) || isWorking;
          },
          { account: accountId, name },
        );
      }
      if (!isWorking) return;
    }
  }

  /** Returns whether to continue with the account. False if another process works on it. */
  async #step(accountId: number): Promise<boolean> {
    const control = this.#control;
    const startMs = performance.now();
    const nowUs = control.nowUs();
    const claim = { accountId, worker: this.#worker, nowUs, untilUs: nowUs + claimUs };
    const deletion = await control.transact((tx) => claimDeletion(tx, claim));
    if (deletion === undefined) return false;
    const settled = this.#settled;
    const outcome = await takeDeletionStep({ ...this.#parts, control, settled }, deletion);
    if (outcome === "done") settled.delete(accountId);
    await this.#pause(outcome === "wait" ? waitMs : Math.min(performance.now() - startMs, pauseMsMax));
    return outcome !== "done";
  }

  async #pause(ms: number): Promise<void> {
    if (this.#rounds.isStopped) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
  }
}
