import type { Control } from "./control.ts";

/**
 * For tests only: every transaction is run once for nothing before it counts, as an engine does that lets transactions
 * run side by side and repeats those that got in each other's way. Work that does more than read and write shows.
 */
export function rerunTransactions<C extends Control>(control: C): C {
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
