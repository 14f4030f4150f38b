import type { Control } from "./control.ts";
import { isTestDataInFile } from "./test-open-control.ts";

/**
 * For tests only: every transaction is run once for nothing before it counts, as an engine does that lets transactions
 * run side by side and repeats those that got in each other's way. Work that does more than read and write shows. On such an engine
 * nothing is rerun: ids that were given for nothing are not given again there, and tests count on them.
 */
export function rerunTransactions<C extends Control>(control: C): C {
  if (!isTestDataInFile) return control;
  const rerun = ({ transact }: Pick<Control, "transact">): Control["transact"] => {
    return async (work, isKept) => {
      await transact(work, () => false).catch(() => undefined);
      return transact(work, isKept);
    };
  };
  const confine: Control["confine"] = (accountId) => {
    const confined = control.confine(accountId);
    return { ...confined, transact: rerun(confined) };
  };
  return { ...control, transact: rerun(control), confine };
}
