import type { AlertCondition } from "@weir/rule-engine/alerts/alert-condition";
import { AlertTrial, type AlertTrialChange } from "@weir/rule-engine/alerts/alert-trial";
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import { type Result, succeed } from "../../core/manage-error.ts";

/** What a trial of a rule is about, as plain data. */
export interface AlertTrialOrder {
  readonly condition: AlertCondition;
  /** When it is now. */
  readonly untilUs: number;
  readonly readingsMax: number;
}

export interface TriedAlertRule {
  readonly readings: number;
  /** False if there were more readings, or time was up. */
  readonly isComplete: boolean;
  /** The time of the last reading that was judged. */
  readonly untilUs: number | null;
  readonly raised: number;
  readonly isActive: boolean;
  readonly changes: readonly AlertTrialChange[];
}

/** How many changes are listed. */
const changesMax = 1000;

/** Asks for a page of readings each time it yields; null means that there are no more. */
export function* tryAlertRule(
  { condition, untilUs: nowUs, readingsMax }: AlertTrialOrder,
  { isTimeUp }: { readonly isTimeUp: () => boolean },
): Generator<void, Result<TriedAlertRule>, readonly ChainReading[] | null> {
  const trial = new AlertTrial(condition, changesMax);
  let readings = 0;
  let untilUs: number | null = null;
  const outcome = (isComplete: boolean) => {
    const { raised, isActive, changes } = trial;
    return succeed({ readings, isComplete, untilUs, raised, isActive, changes });
  };
  for (let page = yield; page !== null; page = yield) {
    for (const { atUs, value } of page) {
      if (readings === readingsMax) return outcome(false);
      trial.add(atUs, value);
      readings++;
      untilUs = atUs;
    }
    if (isTimeUp()) return outcome(false);
  }
  trial.passTime(nowUs);
  return outcome(true);
}
