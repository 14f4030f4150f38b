import type { AlertCondition } from "./alert-condition.ts";
import { alertEvaluator, alertStateSize } from "./alert-evaluator.ts";

/** What a rule would have done: raised or cleared its alarm, at the time of a reading or when a silence had lasted. */
export interface AlertTrialChange {
  readonly change: "raised" | "cleared";
  readonly atUs: number;
  /** The value of the reading; of the last one before a silence. */
  readonly value: number;
}

/**
 * Tries a condition on stored readings, which are added in order of time. When they arrived is left out: a silence is a gap
 * between their times.
 */
export class AlertTrial {
  /** The first changes, up to the limit. */
  readonly changes: AlertTrialChange[] = [];
  raised = 0;
  isActive = false;
  readonly #condition: AlertCondition;
  readonly #changesMax: number;
  readonly #state = new Float64Array(alertStateSize);
  readonly #judge: ReturnType<typeof alertEvaluator>["judge"];
  #newest: { readonly atUs: number; readonly value: number } | null = null;

  constructor(condition: AlertCondition, changesMax: number) {
    this.#condition = condition;
    this.#changesMax = changesMax;
    this.#judge = alertEvaluator({ condition, version: 1, isMuted: () => false }).judge;
  }

  add(atUs: number, value: number): void {
    if (this.#condition.kind === "silent") {
      this.passTime(atUs);
      if (this.isActive) this.#change("cleared", atUs, value);
      this.#newest = { atUs, value };
      return;
    }
    const event = this.#judge(this.#state, atUs, value);
    if (event === "fired") this.#change("raised", atUs, value);
    else if (event === "cleared") this.#change("cleared", atUs, value);
  }

  /** Says that there was no other reading up to this time. */
  passTime(untilUs: number): void {
    if (this.#condition.kind !== "silent" || this.#newest === null || this.isActive) return;
    const silentUs = this.#newest.atUs + this.#condition.seconds * 1e6;
    if (silentUs <= untilUs) this.#change("raised", silentUs, this.#newest.value);
  }

  #change(change: AlertTrialChange["change"], atUs: number, value: number): void {
    this.isActive = change === "raised";
    if (this.isActive) this.raised++;
    if (this.changes.length < this.#changesMax) this.changes.push({ change, atUs, value });
  }
}
