import type { Control } from "./control.ts";
import { isTestDataInFile } from "./test-open-control.ts";

/**
 * For tests: runs every transaction once in vain before it counts, as an engine does that runs transactions side by side and
 * repeats those that conflict. This reveals work that does more than read and write. On such an engine nothing is rerun,
 * because ids that were assigned in vain are not reused there, and tests rely on ids.
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
