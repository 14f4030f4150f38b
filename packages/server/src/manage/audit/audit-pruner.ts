import { setImmediate } from "node:timers/promises";
import { type AuditLimits, auditLimits, pruneAudit } from "../../control/audit/prune-audit.ts";
import type { Control } from "../../control/control.ts";
import type { Log } from "../../platform/log.ts";
import { Rounds } from "../../platform/rounds.ts";

const pruneEveryMs = 300_000;

/**
 * Deletes entries of the audit log that are past a limit, at the start and every few minutes. Every new entry deletes a few
 * of its own account as well, but only this sees the entries of all accounts.
 */
export class AuditPruner {
  readonly #control: Control;
  readonly #limits: AuditLimits;
  readonly #rounds: Rounds;

  constructor(control: Control, log: Log, limits: AuditLimits = auditLimits) {
    this.#control = control;
    this.#limits = limits;
    const failed = "old entries of the audit log could not be removed";
    this.#rounds = new Rounds({ everyMs: pruneEveryMs, work: () => this.#prune(), log, failed });
    this.prune();
  }

  /** Resolves when all of them are deleted. Runs one turn at a time. */
  prune(): Promise<void> {
    return this.#rounds.run();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** A few at a time, so that people's changes get their turn in between. */
  async #prune(): Promise<void> {
    while (!this.#rounds.isStopped && (await pruneAudit(this.#control, this.#limits)) > 0)
      await setImmediate();
  }
}
