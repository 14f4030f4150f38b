import { setImmediate } from "node:timers/promises";
import { type AuditLimits, auditLimits, pruneAudit } from "../../control/audit/write-audit.ts";
import type { ControlStore } from "../../control/control-store.ts";
import { type Log, reasonOf } from "../../platform/log.ts";

const pruneEveryMs = 86_400_000;

/**
 * Takes what is past its age out of the audit log at the start and once a day. Every new entry takes a few along, but
 * where nobody changes anything, nothing would go.
 */
export class AuditPruner {
  readonly #control: ControlStore;
  readonly #log: Log;
  readonly #limits: AuditLimits;
  readonly #timer: Timer;
  #isStopped = false;
  #pruning: Promise<void> = Promise.resolve();

  constructor(control: ControlStore, log: Log, limits: AuditLimits = auditLimits) {
    this.#control = control;
    this.#log = log;
    this.#limits = limits;
    this.#timer = setInterval(() => this.prune(), pruneEveryMs);
    this.prune();
  }

  /** Resolves when all of it is gone. One turn at a time. */
  prune(): Promise<void> {
    this.#pruning = this.#pruning.then(() => this.#prune());
    return this.#pruning;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#isStopped = true;
    await this.#pruning;
  }

  /** A few at a time, so that changes of people come in between. */
  async #prune(): Promise<void> {
    try {
      while (!this.#isStopped && (await pruneAudit(this.#control, this.#limits)) > 0) await setImmediate();
    } catch (error) {
      this.#log.error("old entries of the audit log could not be removed", { reason: reasonOf(error) });
    }
  }
}
